package footfall.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * On which line of a TOML text each key and table begins, by its path ({@code prices.opus-4.6.input}; quotes
 * and spaces are left out). Text inside strings and arrays is none. Only for places in messages: a key with
 * escapes in its name is not found.
 */
final class TomlLines {
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final String text;
  private String table = "";
  private int at;
  private int line = 1;
  private int repeated;

  private TomlLines(String text) {
    this.text = text;
  }

  static TomlLines of(String text) {
    var found = new TomlLines(text);
    while (found.at < text.length()) {
      found.statement();
    }
    return found;
  }

  /** From 1; 0 when there is none. Of several paths that begin so, the first. */
  int lineOf(String path) {
    var bare = bare(path);
    return lines.entrySet().stream()
        .filter(one -> one.getKey().equals(bare) || one.getKey().startsWith(bare + "."))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(0);
  }

  /** Where a key stands for the second time, from 1; 0 when none does. */
  int repeated() {
    return repeated;
  }

  /** A key with its value, a heading, a comment or nothing: up to the end of its last line. */
  private void statement() {
    int began = line;
    int from = at;
    skip('=');
    var name = bare(text.substring(from, at));
    if (name.startsWith("[")) {
      table = name.replaceAll("^\\[+|\\]+$", "") + ".";
      lines.putIfAbsent(table.substring(0, table.length() - 1), began);
    } else if (!name.isEmpty() && lines.putIfAbsent(table + name, began) != null && repeated == 0) {
      repeated = began;
    }
    skip('\n');
    at++;
    line++;
  }

  /** To the next such character, or the end of the line, that stands in no string, array or comment. */
  private void skip(char end) {
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (depth == 0 && (c == end || c == '\n')) {
        return;
      } else if (c == '"' || c == '\'') {
        string(c);
      } else if (c == '#') {
        comment();
      } else {
        depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
        line += c == '\n' ? 1 : 0;
        at++;
      }
    }
  }

  private void comment() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  private void string(char quote) {
    var triple = String.valueOf(quote).repeat(3);
    var end = text.startsWith(triple, at) ? triple : String.valueOf(quote);
    at += end.length();
    while (at < text.length() && !text.startsWith(end, at)) {
      at += quote == '"' && text.charAt(at) == '\\' ? 1 : 0;
      line += at < text.length() && text.charAt(at) == '\n' ? 1 : 0;
      at++;
    }
    at = Math.min(at + end.length(), text.length());
  }

  private static String bare(String name) {
    return name.replaceAll("#.*|[\\s\"']", "");
  }
}
