package footfall.folder;

/** Another process, or this one, holds the folder's lock. */
public final class FolderInUse extends Exception {
    private static final long serialVersionUID = 1;

    private final String holder;

    FolderInUse(String holder) {
        super("in use by " + holder);
        this.holder = holder;
    }

    /** {@code pid 4711}, {@code pid unknown}, or {@code this process, pid 4711}. */
    public String holder() {
        return holder;
    }
}
