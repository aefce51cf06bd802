package footfall.row;

/** A later version of footfall wrote a stored row or record. The message contains only the version. */
public final class NewerRow extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** Versions are small; a higher number is garbage. Text starts with a higher byte. */
    private static final long VERSION_MAX = 31;

    private NewerRow(String message) {
        super(message);
    }

    /**
     * Checks the version that a row or record begins with; {@code what} names its kind.
     *
     * @throws NewerRow when it is a version still to come
     * @throws IllegalArgumentException when it is not a version at all
     */
    static void check(String what, long written, long known) {
        if (written < 1 || written > VERSION_MAX) {
            throw new IllegalArgumentException(what + " does not begin with a version");
        } else if (written > known) {
            throw new NewerRow(what + " has version " + written + ", and this footfall reads versions up to " + known);
        }
    }
}
