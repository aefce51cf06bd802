package footfall.tail;

import java.io.IOException;

/** A database of sessions cannot be read; the message says why, and what to do. */
public final class DatabaseUnreadable extends IOException {
    private static final long serialVersionUID = 1;

    DatabaseUnreadable(String why, Throwable cause) {
        super(why, cause);
    }
}
