package footfall.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The commands of a shell line that consists only of words, quotes, {@code &&}, {@code ||}, {@code ;} and
 * {@code |}, with comments before or after them. Any other line is complex (substitutions, redirections,
 * here-documents, subshells, loops, groups, conditions, assignments, background commands, several lines) and is not
 * parsed.
 */
final class ShellLine {
    /** Special characters outside quotes. */
    private static final String COMPLEX = "$`<>(){}\n\r";
    /** Special characters inside double quotes. */
    private static final String COMPLEX_IN_QUOTES = "$`";

    private static final Set<String> GRAMMAR = Set.of(
            "if",
            "then",
            "elif",
            "else",
            "fi",
            "for",
            "while",
            "until",
            "do",
            "done",
            "case",
            "esac",
            "in",
            "select",
            "function",
            "time",
            "coproc",
            "!",
            "[[");
    private final String line;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private StringBuilder word;
    private int at;

    private ShellLine(String line) {
        this.line = line;
    }

    /** The words of each command in order, without quotes; empty when the line is complex. */
    static Optional<List<List<String>>> commands(String line) {
        var reader = new ShellLine(line.strip());
        return reader.readLine() ? Optional.of(List.copyOf(reader.commands)) : Optional.empty();
    }

    private boolean readLine() {
        while (at < line.length()) {
            char c = line.charAt(at++);
            boolean isRead = switch (c) {
                case ' ', '\t' -> finishWord();
                case '\'' -> readSingleQuotes();
                case '"' -> readDoubleQuotes();
                case '\\' -> readEscape();
                case ';', '|', '&' -> readOperator(c);
                case '#' -> word == null ? skipComment() : append(c);
                default -> COMPLEX.indexOf(c) < 0 && append(c);
            };
            if (!isRead) {
                return false;
            }
        }
        // A line may end with a semicolon, but with no other operator.
        return finishWord() && (words.isEmpty() ? !line.endsWith("|") && !line.endsWith("&") : endCommand());
    }

    private boolean append(char c) {
        word = word == null ? new StringBuilder() : word;
        word.append(c);
        return true;
    }

    private boolean readSingleQuotes() {
        int end = line.indexOf('\'', at);
        if (end < 0) {
            return false;
        }
        word = word == null ? new StringBuilder() : word;
        word.append(line, at, end);
        at = end + 1;
        return true;
    }

    private boolean readDoubleQuotes() {
        word = word == null ? new StringBuilder() : word;
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return true;
            } else if (COMPLEX_IN_QUOTES.indexOf(c) >= 0) {
                return false;
            }
            if (c == '\\' && at < line.length() && line.charAt(at) == '\n') {
                at++;
                continue;
            }
            boolean isEscape = c == '\\' && at < line.length() && "\"\\$`".indexOf(line.charAt(at)) >= 0;
            append(isEscape ? line.charAt(at++) : c);
        }
        return false;
    }

    /** A backslash before a line break joins the lines. */
    private boolean readEscape() {
        if (at == line.length()) {
            return false;
        }
        char c = line.charAt(at++);
        return c == '\n' || append(c);
    }

    /** Also skips the line break if no command is before the comment. */
    private boolean skipComment() {
        int end = line.indexOf('\n', at);
        at = end < 0 ? line.length() : end;
        while (commands.isEmpty() && words.isEmpty() && at < line.length() && line.charAt(at) == '\n') {
            at++;
        }
        return true;
    }

    private boolean readOperator(char c) {
        if (at < line.length() && line.charAt(at) == c) {
            at++;
            return c != ';' && finishWord() && endCommand();
        }
        return c != '&' && finishWord() && endCommand();
    }

    /** Always true, so that it can be part of a condition. */
    private boolean finishWord() {
        if (word != null) {
            words.add(word.toString());
            word = null;
        }
        return true;
    }

    /** Also refuses an operator without a command before it. */
    private boolean endCommand() {
        if (words.isEmpty() || GRAMMAR.contains(words.get(0)) || words.get(0).indexOf('=') >= 0) {
            return false;
        }
        commands.add(List.copyOf(words));
        words = new ArrayList<>();
        return true;
    }
}
