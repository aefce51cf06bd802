package footfall.line;

/** What the text of a line of the user is to reports on sessions, whatever it is to turns. */
public enum UserTextKind {
  /** Nothing that counts: no text, under three characters, or a command and its output. */
  NOTHING,
  TEXT,
  INTERRUPT;

  private static final int CHARS_MIN = 3;

  /** {@code text} is trimmed, and may be the shortest of its kind; {@code chars} is how long it was. */
  static UserTextKind of(String text, int chars) {
    if (UserKind.isInterrupt(text)) {
      return INTERRUPT;
    }
    boolean isLocal = text.startsWith("<local-command") || text.startsWith("<command-");
    return chars < CHARS_MIN || isLocal ? NOTHING : TEXT;
  }
}
