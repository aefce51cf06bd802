package footfall.wire;

/** A cluster lacks topics of footfall. */
public final class MissingTopics {
    /** What to do about it. Where a command knows how it was called, it names the whole command instead. */
    public static final String WAY_OUT = "create missing topics with 'footfall topics create' and the "
            + "--bootstrap-servers, --config and --set of this command";

    private MissingTopics() {}
}
