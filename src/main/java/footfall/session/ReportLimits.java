package footfall.session;

/**
 * The maximum sizes of a report's lists: calls, user turns, different paths and commands. Totals are exact in
 * any case.
 */
public record ReportLimits(int callsMax, int userTurnsMax, int pathsMax, int commandsMax) {
    public static final ReportLimits FULL = new ReportLimits(100_000, 20_000, 20_000, 20_000);
    /** For text output, which shows only the most frequent. */
    public static final ReportLimits TEXT = new ReportLimits(0, 0, 20_000, 20_000);
    /** For lists of many sessions. */
    public static final ReportLimits SUMS = new ReportLimits(0, 0, 0, 0);
}
