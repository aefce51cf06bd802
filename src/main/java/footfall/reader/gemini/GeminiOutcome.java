package footfall.reader.gemini;

import footfall.line.ErrorCategory;
import footfall.line.ErrorText;
import footfall.line.LenientJson;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Refusals;
import footfall.line.ToolResult;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a Gemini call ended. {@code exitCode}: of its command; null when there is none. {@code category}: why it failed,
 * where the words are Gemini's own. {@code isStop}: the user stopped it over ACP, which no other record says.
 */
record GeminiOutcome(Outcome outcome, Permission permission, Integer exitCode, ErrorCategory category, boolean isStop) {
    static final String SHELL = "run_shell_command";
    private static final String CONTEXT = "<untrusted_context>";
    private static final String CONTEXT_END = "</untrusted_context>";
    private static final String OUTPUT = "Output: ";
    private static final String COMMAND = "Command: ";
    private static final String NO_ERROR = "\nError: (none)";
    private static final GeminiOutcome OK = of(Outcome.OK, null);

    /** Behind the output of a command. */
    private static final Pattern END = Pattern.compile("(?:\\A|\n)(?:Exit Code: (-?\\d{1,20}|\\(none\\)))?"
            + "(?:(?:\\A|(?<!\n)\n|(?<=\n))Signal: ([^\n]{1,40}))?"
            + "(?:(?:\n|(?<=\n))Background PIDs: [^\n]*)?(?:(?:\n|(?<=\n))Process Group PGID: [^\n]*)?"
            + "(?:(?:\n|(?<=\n))</untrusted_context>)?\\s*\\z");

    private static final int END_CHARS = 1_000;

    private static final Pattern NO_SIGNAL = Pattern.compile("0|\\(none\\)");
    private static final Pattern SUBAGENT_FAILED = Pattern.compile("Subagent '[^'\n]{1,200}' failed\\.");

    private static GeminiOutcome of(Outcome outcome, Permission permission) {
        return new GeminiOutcome(outcome, permission, null, null, false);
    }

    /** {@code text}: of the result. {@code display}: what a person saw, null when absent. */
    static GeminiOutcome of(String tool, String status, String text, String display) {
        return switch (status == null ? "" : status) {
            case "success" -> ofSuccess(tool, text, display);
            case "error" -> ofError(tool, text);
            case "cancelled" -> refused(text).orElse(of(Outcome.INTERRUPTED, null));
            default -> of(Outcome.PENDING, null); // It is not over.
        };
    }

    private static GeminiOutcome ofSuccess(String tool, String text, String display) {
        if (tool.equals("invoke_agent")) {
            return SUBAGENT_FAILED.matcher(text).lookingAt() ? of(Outcome.ERROR, null) : OK;
        }
        return tool.equals(SHELL) ? ofCommand(text, display) : OK;
    }

    private static GeminiOutcome ofCommand(String text, String display) {
        var said = said(text);
        var refused = said.startsWith("Command ") ? refused(said) : Optional.<GeminiOutcome>empty();
        if (refused.isPresent()) {
            return refused.get();
        } else if (said.startsWith("Command was automatically cancelled because it exceeded the timeout")) {
            return failed(ErrorCategory.TIMEOUT);
        }
        var found = end(behindOutput(said, display));
        if (!found.find()) {
            return OK;
        }
        var code = found.group(1) == null || found.group(1).startsWith("(")
                ? null
                : Integer.valueOf(LenientJson.exitCode(found.group(1)));
        boolean isSignal =
                found.group(2) != null && !NO_SIGNAL.matcher(found.group(2)).matches();
        boolean isError = isSignal || code != null && code != 0;
        var category = isSignal && code == null ? ErrorCategory.COMMAND_FAILED : null;
        return new GeminiOutcome(isError ? Outcome.ERROR : Outcome.OK, null, code, category, false);
    }

    private static String said(String text) {
        return text.startsWith(CONTEXT) ? text.substring(CONTEXT.length()).stripLeading() : text;
    }

    private static String untagged(String text) {
        var said = said(text);
        var end = said.stripTrailing();
        return said.equals(text) || !end.endsWith(CONTEXT_END)
                ? said
                : end.substring(0, end.length() - CONTEXT_END.length()).stripTrailing();
    }

    /** Looks near the end only: each line of a long output may begin what the program adds. */
    private static Matcher end(String said) {
        int last = said.stripTrailing().length();
        return END.matcher(said)
                .region(Math.max(0, last - END_CHARS), said.length())
                .useAnchoringBounds(false)
                .useTransparentBounds(true);
    }

    /** The output of a command that failed, without the words that the program adds. */
    private static String output(String text) {
        var said = said(text);
        var end = end(said);
        var output = end.find() ? said.substring(0, end.start()) : said;
        int begin = outputIn(output);
        return begin > 0 && output.startsWith(COMMAND) && output.endsWith(NO_ERROR)
                ? output.substring(begin, Math.max(begin, output.length() - NO_ERROR.length()))
                : output.substring(begin);
    }

    /** Where the output of a command begins: older versions write the command and its folder before it. */
    private static int outputIn(String said) {
        if (said.startsWith(OUTPUT)) {
            return OUTPUT.length();
        }
        int folder = said.startsWith(COMMAND) ? said.indexOf("\nDirectory: ") : -1;
        int output = folder < 0 ? -1 : said.indexOf("\n" + OUTPUT, folder);
        return output < 0 ? 0 : output + 1 + OUTPUT.length();
    }

    /** A command may print the words that the program adds. */
    private static String behindOutput(String said, String display) {
        int output = said.indexOf(OUTPUT);
        boolean isShown = output >= 0 && display != null && said.startsWith(display, output + OUTPUT.length());
        return isShown ? said.substring(output + OUTPUT.length() + display.length()) : said;
    }

    private static GeminiOutcome ofError(String tool, String text) {
        boolean isMcp = tool.startsWith(GeminiLine.MCP) && ErrorText.category(tool, text) == ErrorCategory.OTHER;
        return refused(text).orElse(failed(isMcp ? ErrorCategory.MCP : null));
    }

    private static Optional<GeminiOutcome> refused(String said) {
        return Refusals.of(said)
                .map(why -> new GeminiOutcome(
                        why.outcome(), why.permission(), null, null, said.startsWith(GeminiWords.STOPPED)));
    }

    private static GeminiOutcome failed(ErrorCategory category) {
        return new GeminiOutcome(Outcome.ERROR, null, null, category, false);
    }

    /** {@code text}: of the result. */
    ToolResult result(String call, String text, long bytes) {
        boolean isRun = exitCode != null || category == ErrorCategory.COMMAND_FAILED;
        var result = new ToolResult(
                call,
                outcome,
                outcome == Outcome.OK || outcome == Outcome.PENDING ? null : isRun ? output(text) : untagged(text),
                bytes,
                category == null ? null : new ToolResult.Verdict(category, null),
                exitCode,
                permission);
        return result.saying(() -> text);
    }
}
