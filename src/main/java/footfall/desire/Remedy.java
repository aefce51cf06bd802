package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.loop.Repeat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A block of Markdown for {@code CLAUDE.md}, {@code AGENTS.md} or a skill that tells agents what to do about a desire,
 * with cases of it. A text to review: what only a person knows is left open as {@link #OPEN}. The cases are from
 * transcripts, so it stays on the machine until somebody publishes it.
 */
public final class Remedy {
    /** What a person has to fill in. */
    public static final String OPEN = "___";

    private static final int CASES_MAX = 10;
    private static final int STEPS_MAX = 30;
    private static final int CASE_CHARS = 160;
    private static final String END = "<!-- /footfall -->";

    private Remedy() {}

    private static String begin(String id) {
        return "<!-- footfall: " + id.replace("--", "- -").replaceAll("\\s+", " ") + " -->";
    }

    /**
     * {@code cases}: commands or files of its steps, the latest first, of which equal ones count once; of a turn
     * pattern the steps of its latest turn, in their order.
     */
    public static String of(Desire desire, List<String> cases) {
        var text = new StringBuilder(begin(desire.id()) + "\n");
        text.append("### ").append(line(desire.title())).append("\n\n");
        text.append(rule(desire)).append('\n');
        var lines = cases.stream().map(Remedy::line);
        if (desire.isTurnPattern()) {
            text.append(listed("Its latest turn:", "1. ", lines.limit(STEPS_MAX).toList()));
            text.append(cases.size() > STEPS_MAX ? "\nand " + (cases.size() - STEPS_MAX) + " more\n" : "");
        } else {
            text.append(
                    listed("Seen with:", "* ", lines.distinct().limit(CASES_MAX).toList()));
        }
        return text + END + "\n";
    }

    private static String listed(String title, String mark, List<String> lines) {
        return lines.isEmpty()
                ? ""
                : "\n" + title + "\n\n"
                        + lines.stream().map(one -> mark + code(one) + "\n").collect(Collectors.joining());
    }

    /** The beginning of a new {@code SKILL.md}, from which an agent learns when to use it. */
    public static String skill(String name, Desire desire) {
        return "---\nname: " + name + "\ndescription: Use it for " + OPEN + " ("
                + line(desire.title()).replaceAll("[:#]", " ") + ").\n---\n";
    }

    /** A document with the block in place of an earlier one for the same desire, else at the end. */
    public static String in(String document, String id, String block) {
        var earlier =
                Pattern.compile(Pattern.quote(begin(id)) + "\\R.*?" + Pattern.quote(END) + "\\R?", Pattern.DOTALL);
        var found = earlier.matcher(document);
        if (found.find()) {
            return document.substring(0, found.start()) + block + document.substring(found.end());
        }
        var gap = document.isEmpty() ? "" : document.endsWith("\n") ? "\n" : "\n\n";
        return document + gap + block;
    }

    private static String rule(Desire desire) {
        var name = code(line(desire.subject()));
        var failed = ErrorCategory.ofWord(desire.category()).map(category -> rule(category, name));
        var repeated = Repeat.Kind.ofWord(desire.category()).map(kind -> rule(kind, name));
        if (desire.category().equals(Desire.ASKED)) {
            return asked(desire, name);
        }
        return failed.or(() -> repeated)
                .orElseGet(() -> "This work takes " + String.format(Locale.ROOT, "%.1f", desire.avgLength())
                        + " calls on average. Use the script or skill " + OPEN + " for it.");
    }

    /** What still asks in spite of a rule, of Claude Code 2.1.332. */
    private static String asked(Desire desire, String name) {
        var questions = desire.questions();
        boolean isRejected = questions.rejected() != null && questions.rejected() > 0;
        return isRejected
                ? "People reject some calls of " + name + ". Call it only as: " + OPEN + "."
                : "Call " + name
                        + " without assignments before it, variables, `$(...)`, loops, `;`, `&` and redirections: "
                        + "in these forms it asks a person in spite of a rule. Put them into a script.";
    }

    private static String rule(Repeat.Kind kind, String name) {
        return switch (kind) {
            case SAME_CALL ->
                "Do not call " + name + " again with the same input until something has changed: its answer still "
                        + "holds.";
            case SAME_READ ->
                "Do not read a file again that you have read, unless something else than your own edits changed it.";
            case POLLING ->
                "Do not poll with " + name + ": wait for the end in one call, with a timeout that is long enough.";
            case EMPTY ->
                "These searches find nothing. The folders are: " + OPEN + ". What it is called here: " + OPEN + ".";
        };
    }

    private static String rule(ErrorCategory category, String name) {
        return switch (category) {
            case UNKNOWN_TOOL -> "There is no tool " + name + ". Use " + OPEN + " instead.";
            case ENV_NEED -> name + " is not installed here. Use " + OPEN + " instead.";
            case EDIT_MISMATCH ->
                "Read the lines again that you are about to replace if the file was edited or formatted since you read "
                        + "them.";
            case NOT_READ_FIRST -> "Read a file before you edit it for the first time.";
            case STALE_READ ->
                "After a formatter, a generator or another command that changes files, read a file again before you "
                        + "edit it.";
            case TOO_LARGE -> "These files are too large to be read whole: search in them, or read a part.";
            case FILE_NOT_FOUND -> "These paths do not exist. The folders are: " + OPEN + ".";
            case PERMISSION -> name + " is not allowed in these forms. Use " + OPEN + " instead.";
            case TIMEOUT -> name + " takes " + OPEN + " minutes: give it that time, or run it in the background.";
            case VALIDATION -> "A valid call of " + name + " is: " + OPEN + ".";
            case NETWORK -> "These addresses cannot be reached from here. Use " + OPEN + " instead.";
            case COMMAND_FAILED, OTHER -> name + " fails in these forms. What works is: " + OPEN + ".";
            case MCP -> name + " fails with these arguments. What works is: " + OPEN + ".";
        };
    }

    private static String line(String text) {
        var one = text.replaceAll("\\s+", " ").replace("<!--", "<!- -").strip();
        return Advice.shortened(one, CASE_CHARS);
    }

    /** In as many backquotes as it needs. */
    private static String code(String text) {
        int longest = 0;
        for (int i = 0, run = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        var quotes = "`".repeat(longest + 1);
        var gap = longest > 0 ? " " : "";
        return quotes + gap + text + gap + quotes;
    }
}
