package footfall.config;

/** A price list cannot be read; the message says what is wrong and what was expected, {@code line} where. */
public final class InvalidPriceList extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;

    InvalidPriceList(int line, String message) {
        super(message);
        this.line = line;
    }

    public int line() {
        return line;
    }
}
