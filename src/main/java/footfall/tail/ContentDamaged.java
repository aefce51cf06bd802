package footfall.tail;

import java.io.IOException;

/** A compressed file cannot be unpacked. */
public final class ContentDamaged extends IOException {
    private static final long serialVersionUID = 1;

    ContentDamaged(IOException cause) {
        super(
                "the compressed file is damaged or incomplete, and nothing of it was read; replace it with a copy from "
                        + "a backup, or delete it",
                cause);
    }
}
