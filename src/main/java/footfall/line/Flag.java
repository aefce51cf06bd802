package footfall.line;

/** A boolean property of a line. */
public enum Flag {
    META("isMeta"),
    COMPACT_SUMMARY("isCompactSummary"),
    TRANSCRIPT_ONLY("isVisibleInTranscriptOnly"),
    API_ERROR("isApiErrorMessage");

    private final String key;

    Flag(String key) {
        this.key = key;
    }

    /** The key in the transcript. */
    public String key() {
        return key;
    }

    int bit() {
        return 1 << ordinal();
    }
}
