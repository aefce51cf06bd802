package footfall.screen;

import footfall.line.Printable;

/** Text of strangers for a terminal: nothing in it steers or hides. */
public final class SafeText {
  private SafeText() {}

  public static String of(String text) {
    return Printable.of(text);
  }

  /** JSON that says the same: what would steer or hide can stand in its strings only, where it is escaped. */
  public static String json(String json) {
    var out = new StringBuilder(json.length());
    json.codePoints().forEach(c -> {
      if (c <= '~' || Printable.of(Character.toString(c)).codePointAt(0) == c) {
        out.appendCodePoint(c);
      } else {
        for (char unit : Character.toChars(c)) {
          out.append(String.format("\\u%04x", (int) unit));
        }
      }
    });
    return out.toString();
  }
}
