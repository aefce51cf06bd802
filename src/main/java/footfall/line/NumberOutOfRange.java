package footfall.line;

import java.io.IOException;

/** An impossible count, such as {@code 1e400} tokens: its line is rejected. */
final class NumberOutOfRange extends IOException {
    private static final long serialVersionUID = 1L;

    NumberOutOfRange() {
        super("number out of range");
    }
}
