package footfall.line;

/**
 * What a trail was before its first line that was sent: how many turns it had begun, and whether a prompt
 * waited for the model. Its turns are numbered on from there.
 */
public record Skipped(int turns, boolean isPrompted) {
  private static final String PROMPTED = " prompted";

  public Skipped {
    if (turns < 0) {
      throw new IllegalArgumentException("turns is " + turns);
    }
  }

  /** For machines: {@code 5}, or {@code 5 prompted}. */
  @Override
  public String toString() {
    return turns + (isPrompted ? PROMPTED : "");
  }

  /** Of what {@link #toString} wrote; throws {@link IllegalArgumentException} for anything else. */
  public static Skipped parse(String text) {
    boolean isPrompted = text.endsWith(PROMPTED);
    int end = text.length() - (isPrompted ? PROMPTED.length() : 0);
    return new Skipped(Integer.parseInt(text.substring(0, end)), isPrompted);
  }
}
