package footfall.view;

/** A value that a filter does not accept. */
public final class InvalidFilter extends Exception {
    private static final long serialVersionUID = 1;

    private final Filter filter;
    private final String value;
    private final String expected;

    /** {@code expected} completes the sentence "expected ...". */
    public InvalidFilter(Filter filter, String value, String expected) {
        super("invalid value of " + filter.word() + "; expected " + expected);
        this.filter = filter;
        this.value = value;
        this.expected = expected;
    }

    public Filter filter() {
        return filter;
    }

    /** As given, not escaped. */
    public String value() {
        return value;
    }

    public String expected() {
        return expected;
    }
}
