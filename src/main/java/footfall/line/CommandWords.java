package footfall.line;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.regex.Pattern;

/**
 * The words of a command line by segment. Segments end at {@code &&}, {@code ||}, {@code ;}, {@code |} and line
 * breaks, and words at blanks, outside of quotes. Quote characters are not part of a word, a backslash before a line
 * break joins the lines, and comments and the bodies of here-documents are skipped.
 */
final class CommandWords {
    private static final Pattern DELIMITER_END = Pattern.compile("[<>()&]");

    /** A redirection to another output or to a device. */
    private static final Pattern TO_NO_FILE =
            Pattern.compile(">{1,2}(?:&[\\d-]|[&|]?[ \t]*[\"']?(?:/dev/|\\$null\\b|nul\\b))", Pattern.CASE_INSENSITIVE);

    private final String command;
    /** The here-documents whose bodies begin on the next line: how each one ends. */
    private final Queue<HereDocument> documents = new ArrayDeque<>();

    private int at;
    private String joint = "";
    private String nextJoint = "";
    private boolean isWriting;

    /** {@code isIndented}: tabs before the last line, which is the word alone, do not count. */
    private record HereDocument(String word, boolean isIndented) {
        boolean isEndedBy(String line) {
            var text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            int from = 0;
            while (isIndented && text.startsWith("\t", from)) {
                from++;
            }
            return text.length() - from == word.length() && text.endsWith(word);
        }
    }

    /** What was read so far. */
    private final List<Segment> segments = new ArrayList<>();

    /**
     * The words of a segment, possibly none. {@code isAlternative}: whether it runs if the one before it fails;
     * {@code isSeparate}: whatever came of those before it. {@code isWriting}: whether it has output that goes into a
     * file, but for devices.
     */
    record Segment(List<String> words, boolean isAlternative, boolean isSeparate, boolean isWriting) {}

    CommandWords(String command) {
        this.command = command;
    }

    String command() {
        return command;
    }

    /** Each segment is read once; null behind the last one. */
    Segment segment(int index) {
        while (segments.size() <= index) {
            var words = next();
            if (words == null) {
                return null;
            }
            segments.add(new Segment(words, joint.equals("||"), joint.equals(";") || joint.equals("\n"), isWriting));
        }
        return segments.get(index);
    }

    private List<String> next() {
        if (at > command.length()) {
            return null;
        }
        joint = nextJoint;
        isWriting = false;
        var words = new ArrayList<String>();
        while (at < command.length() && !isSeparator()) {
            char c = command.charAt(at);
            if (c <= ' ' || isJoinedLine()) {
                at += c == '\\' ? command.indexOf('\n', at) + 1 - at : 1;
            } else if (c == '#') {
                at = lineEnd();
            } else if (isDocument()) {
                document();
            } else {
                words.add(word());
            }
        }
        var end = separator();
        at += Math.max(1, end.length());
        if (end.equals("\n")) {
            skipDocuments();
        }
        // A line may end behind an operator.
        nextJoint = words.isEmpty() ? joint : end;
        return words;
    }

    private String separator() {
        boolean isTwo = command.startsWith("&&", at) || command.startsWith("||", at);
        return command.substring(at, Math.min(command.length(), at + (isTwo ? 2 : 1)));
    }

    /** Reads a word, of which the current character is the first. */
    private String word() {
        var word = new StringBuilder();
        char quote = 0;
        for (; at < command.length(); at++) {
            char c = command.charAt(at);
            if (quote == 0 && (c <= ' ' || isSeparator() || isDocument())) {
                break;
            } else if (quote != '\'' && isJoinedLine()) {
                at = command.indexOf('\n', at);
            } else if (quote != '\'' && c == '\\' && at + 1 < command.length()) {
                at++;
                word.append(quote == 0 ? "\\" : "").append(command.charAt(at));
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else {
                isWriting |= quote == 0 && c == '>' && !isToNoFile();
                word.append(c);
            }
        }
        return word.toString();
    }

    private boolean isToNoFile() {
        return TO_NO_FILE.matcher(command).region(at, command.length()).lookingAt();
    }

    /** Whether a backslash before a line break, also of Windows, is at the current position. */
    private boolean isJoinedLine() {
        return command.charAt(at) == '\\' && (command.startsWith("\\\n", at) || command.startsWith("\\\r\n", at));
    }

    /** Whether a separator is at the current position. */
    private boolean isSeparator() {
        char c = command.charAt(at);
        return c == ';' || c == '|' || c == '\n' || c == '&' && command.startsWith("&&", at);
    }

    /** Whether {@code <<} is at the current position, which is no part of {@code <<<}. */
    private boolean isDocument() {
        return command.charAt(at) == '<'
                && command.startsWith("<<", at)
                && !command.startsWith("<<<", at)
                && (at == 0 || command.charAt(at - 1) != '<');
    }

    private void document() {
        at += 2;
        boolean isIndented = command.startsWith("-", at);
        at += isIndented ? 1 : 0;
        while (at < command.length() && " \t".indexOf(command.charAt(at)) >= 0) {
            at++;
        }
        var end = at == command.length() || isSeparator() ? "" : DELIMITER_END.split(word(), 2)[0].replace("\\", "");
        if (!end.isEmpty() && !Character.isDigit(end.charAt(0))) { // A digit: a shift in arithmetic.
            documents.add(new HereDocument(end, isIndented));
        }
    }

    /** From the beginning of a line. A body without an end reaches to the end of the command. */
    private void skipDocuments() {
        for (var document = documents.poll(); document != null; document = documents.poll()) {
            boolean isEnded = false;
            while (!isEnded && at < command.length()) {
                int end = lineEnd();
                isEnded = document.isEndedBy(command.substring(at, end));
                at = end + 1;
            }
        }
    }

    private int lineEnd() {
        int end = command.indexOf('\n', at);
        return end < 0 ? command.length() : end;
    }
}
