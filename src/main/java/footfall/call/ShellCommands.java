package footfall.call;

import java.util.ArrayList;
import java.util.List;

/**
 * The simple commands of a shell line: split at {@code && || ; | &} and newlines that stand outside of
 * quotes, parentheses and substitutions. Of a here-document only the line that opens it is read.
 */
final class ShellCommands {
  private final String line;
  private final List<String> commands = new ArrayList<>();
  private final StringBuilder command = new StringBuilder();
  private char quote;
  private int depth;

  private ShellCommands(String line) {
    this.line = line;
  }

  static List<String> of(String line) {
    int here = line.indexOf("<<");
    int end = here < 0 ? -1 : line.indexOf('\n', here);
    var split = new ShellCommands(end < 0 ? line : line.substring(0, end));
    split.walk();
    return split.commands;
  }

  private void walk() {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
        command.append(c).append(line.charAt(++i));
      } else if (quote == 0 && depth == 0 && separates(c, i)) {
        end();
      } else {
        enclose(c);
        command.append(c);
      }
    }
    end();
  }

  private void enclose(char c) {
    if (quote != 0) {
      quote = c == quote ? 0 : quote;
    } else if (c == '\'' || c == '"' || c == '`') {
      quote = c;
    } else if (c == '(') {
      depth++;
    } else if (c == ')' && depth > 0) {
      depth--;
    }
  }

  /** {@code 2>&1} and {@code &>file} are redirections. */
  private boolean separates(char c, int at) {
    if (c == '&') {
      boolean isRedirection = at > 0 && line.charAt(at - 1) == '>' || at + 1 < line.length() && line.charAt(at
          + 1) == '>';
      return !isRedirection;
    }
    return c == ';' || c == '\n' || c == '|';
  }

  private void end() {
    var text = command.toString().strip();
    command.setLength(0);
    if (!text.isEmpty()) {
      commands.add(text);
    }
  }
}
