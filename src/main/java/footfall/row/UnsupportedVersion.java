package footfall.row;

/**
 * Another version of footfall wrote stored rows or records, which this one does not read. The message contains only
 * the versions.
 */
public final class UnsupportedVersion extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** Versions are small; a higher number is garbage. Text starts with a higher byte. */
    private static final long VERSION_MAX = 31;

    private UnsupportedVersion(String message) {
        super(message);
    }

    /**
     * Checks the version that a row or record begins with; {@code what} names its kind.
     *
     * @throws UnsupportedVersion when it is another than {@code known}
     * @throws IllegalArgumentException when it is not a version at all
     */
    public static void check(String what, long written, long known) {
        if (isVersion(written) && written != known) {
            throw new UnsupportedVersion(
                    what + " has version " + written + ", and this footfall reads only version " + known);
        } else if (!isVersion(written)) {
            throw new IllegalArgumentException(what + " does not begin with a version");
        }
    }

    private static boolean isVersion(long written) {
        return written >= 1 && written <= VERSION_MAX;
    }
}
