package footfall.line;

/**
 * What a trail was before its first line that was sent: how many turns it had begun, whether a prompt waited
 * for the model, and whose the last prompt is, null when it is this session's own. Its turns are numbered on
 * from there.
 */
public record SkippedTurns(int turns, boolean isPrompted, String copyOf) {
  private static final String PROMPTED = " prompted";
  private static final String COPY = " of ";

  public SkippedTurns {
    if (turns < 0) {
      throw new IllegalArgumentException("turns is " + turns);
    }
  }

  public SkippedTurns withOwner(String owner) {
    return new SkippedTurns(turns, isPrompted, owner);
  }

  /** For machines: {@code 5}, {@code 5 prompted}, and behind each of both {@code  of SESSION}. */
  @Override
  public String toString() {
    return turns + (isPrompted ? PROMPTED : "") + (copyOf == null ? "" : COPY + copyOf);
  }

  /** Of what {@link #toString} wrote; throws {@link IllegalArgumentException} for anything else. */
  public static SkippedTurns parse(String text) {
    int copy = text.indexOf(COPY);
    var before = copy < 0 ? text : text.substring(0, copy);
    boolean isPrompted = before.endsWith(PROMPTED);
    int end = before.length() - (isPrompted ? PROMPTED.length() : 0);
    return new SkippedTurns(Integer.parseInt(before.substring(0, end)), isPrompted, copy < 0 ? null
        : text.substring(copy + COPY.length()));
  }
}
