package footfall.tail;

import java.io.IOException;

/** A compressed file has more content than footfall unpacks: it may be damaged, or made to occupy the machine. */
public final class ContentTooLarge extends IOException {
    private static final long serialVersionUID = 1;
    private static final int GIB_SHIFT = 30;

    ContentTooLarge(long bytesMax) {
        super("its content is larger than " + (bytesMax >> GIB_SHIFT)
                + " GiB, the limit for compressed files; unpack it to have it read");
    }
}
