package footfall.config;

import java.util.ArrayList;
import java.util.List;

/** A list as one text, as a variable or flag has it. */
final class TextList {
  private TextList() {}

  /** A text that begins with a bracket is a TOML array. Any other is split outside braces. */
  static List<?> of(String text, String separators) throws InvalidValue {
    return text.startsWith("[") ? array(text) : split(text, separators);
  }

  private static List<?> array(String text) throws InvalidValue {
    try {
      if (TomlFile.read("list = " + text).values().get("list") instanceof List<?> list) {
        return list;
      }
    } catch (TomlFile.Broken broken) {
      // Said below.
    }
    throw new InvalidValue("is \"" + text
        + "\", which begins with [ and is not a TOML array like [\"a\", \"b\"]");
  }

  private static List<String> split(String text, String separators) {
    var items = new ArrayList<String>();
    int depth = 0;
    int from = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\\') {
        at++;
      } else if (depth == 0 && separators.indexOf(c) >= 0) {
        items.add(text.substring(from, at).strip());
        from = at + 1;
      } else {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      }
    }
    items.add(text.substring(from).strip());
    return items;
  }
}
