package footfall.cli;

/**
 * Text of strangers for a terminal: what would steer it or hide in it (control characters, escape sequences,
 * directional overrides, other invisible formats) becomes a visible escape, {@code \}{@code u001b}.
 */
final class Visible {
  private Visible() {}

  static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return escaped(text);
      }
    }
    return text;
  }

  /** JSON that says the same: what would steer or hide can stand in its strings only, where it is escaped. */
  static String json(String json) {
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c > '~' && !isPlain(json.codePointAt(i))) {
        return escapedJson(json);
      }
    }
    return json;
  }

  private static String escapedJson(String json) {
    var out = new StringBuilder(json.length() + 16);
    json.codePoints().forEach(c -> {
      if (c <= '~' || isPlain(c)) {
        out.appendCodePoint(c);
      } else {
        for (char unit : Character.toChars(c)) {
          out.append(String.format("\\u%04x", (int) unit));
        }
      }
    });
    return out.toString();
  }

  private static String escaped(String text) {
    var out = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> {
      if (isPlain(c)) {
        out.appendCodePoint(c);
      } else {
        out.append(c > 0xFFFF ? String.format("\\u{%x}", c) : String.format("\\u%04x", c));
      }
    });
    return out.toString();
  }

  private static boolean isPlain(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR -> false;
      default -> true;
    };
  }
}
