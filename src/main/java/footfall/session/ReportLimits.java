package footfall.session;

/**
 * What a report holds one by one: calls and turns of the user it lists, and different paths and commands it
 * counts. Totals are exact whatever the limits.
 */
public record ReportLimits(int callsMax, int userTurnsMax, int pathsMax, int commandsMax) {
  public static final ReportLimits FULL = new ReportLimits(100_000, 20_000, 20_000, 20_000);
  /** For people: they see the most frequent. */
  public static final ReportLimits TOLD = new ReportLimits(0, 0, 20_000, 20_000);
  /** For lists of many sessions. */
  public static final ReportLimits SUMS = new ReportLimits(0, 0, 0, 0);
}
