package footfall.wire;

/** A cluster lacks topics of footfall. */
public final class MissingTopics {
    /** For code that does not know how its command was called. */
    public static final String REMEDY = "create missing topics: run 'footfall topics create' with the same "
            + "--bootstrap-servers, --config and --set as this command; up creates its own when it starts";

    private MissingTopics() {}
}
