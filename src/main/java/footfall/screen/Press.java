package footfall.screen;

/** A key, as far as the live view knows it; {@code character} belongs to {@code TEXT}. */
public record Press(Key key, int character) {
  /** What was pressed. */
  public enum Key {
    TEXT, UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END, ENTER, ESCAPE, BACKSPACE
  }

  public static Press of(Key key) {
    return new Press(key, 0);
  }

  public static Press of(int character) {
    return new Press(Key.TEXT, character);
  }

  boolean is(char wanted) {
    return key == Key.TEXT && character == wanted;
  }
}
