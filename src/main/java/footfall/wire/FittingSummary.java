package footfall.wire;

import footfall.session.SessionSummary;

/** Halves the lists and maps of a summary until its record fits; omitted entries are counted together. */
public final class FittingSummary {
    /**
     * The maximum JSON size of an entry is about 3.2 KB, so a summary with fewer entries fits without
     * measuring.
     */
    private static final int ENTRIES_SURE = 30;

    private static final int ENTRIES_MAX = 256;

    private final int recordBytesMax;

    public FittingSummary(int recordBytesMax) {
        this.recordBytesMax = recordBytesMax;
    }

    public SessionSummary of(SessionSummary summary) {
        var fitting = summary;
        int max = ENTRIES_MAX;
        while (max > 1 && fitting.entries() > ENTRIES_SURE && Json.bytes(fitting).length > recordBytesMax) {
            fitting = summary.within(max);
            max /= 2;
        }
        return fitting;
    }
}
