package footfall.redact;

import footfall.line.ErrorCategory;
import footfall.line.ErrorText;
import footfall.line.Outcome;
import footfall.line.Refusals;
import footfall.line.Shell;
import footfall.line.ToolResult;
import java.util.ArrayList;

/** The data of a failed result that may leave: its kind (null when unknown) and a text. */
record Failure(ToolResult.Verdict verdict, String text) {
    /** Maximum code points of a text at {@link ErrorDetail#MESSAGE}. */
    private static final int MESSAGE_MAX = 500;
    /** UTF-16 units that are searched for secrets: enough that no secret is cut at the end of the text. */
    private static final int SEARCHED_MAX = 8_000;

    private static final String EXIT_CODE = "Exit code ";
    private static final String NOT_FOUND = "command not found";
    private static final String NOT_IN_PATH = "not found in PATH";
    private static final String NOT_RECOGNIZED = "is not recognized as";
    private static final String NOT_INSTALLED = "not installed";

    /** {@code call} is null when unknown. */
    static Failure of(ToolResult result, OpenCalls.Call call, ErrorDetail detail) {
        var verdict = verdict(result, call);
        return new Failure(
                detail == ErrorDetail.OFF ? withoutSubject(verdict) : verdict,
                switch (detail) {
                    case OFF -> "";
                    case MESSAGE -> result.outcome() == Outcome.ERROR ? message(result.error()) : phrase(result);
                    case SUMMARY -> result.outcome() == Outcome.ERROR ? summary(result, call, verdict) : phrase(result);
                });
    }

    /** The result with what may leave of its text. */
    ToolResult in(ToolResult result) {
        return new ToolResult(
                result.toolUseId(),
                result.outcome(),
                text,
                result.resultBytes(),
                verdict,
                result.exitCode(),
                result.permission(),
                result.isBackground());
    }

    /** The subject is the missing command, a word of the text, which {@code OFF} removes. */
    private static ToolResult.Verdict withoutSubject(ToolResult.Verdict verdict) {
        return verdict == null ? null : new ToolResult.Verdict(verdict.category(), null);
    }

    private static ToolResult.Verdict verdict(ToolResult result, OpenCalls.Call call) {
        if (result.outcome() != Outcome.ERROR || result.verdict() != null) {
            return result.verdict();
        }
        var text = result.error();
        if (call == null) {
            var category = exitCode(result) != null
                    ? result.category(Shell.TOOL)
                    : ErrorText.phraseCategory(text).orElse(null);
            return category == null ? null : new ToolResult.Verdict(category, null);
        }
        var category = result.category(call.tool());
        return new ToolResult.Verdict(category, category == ErrorCategory.ENV_NEED ? missingCommand(text) : null);
    }

    private static String missingCommand(String text) {
        var command = Shell.missingCommand(text);
        return Secrets.masked(command).equals(command) ? command : Shell.UNKNOWN_COMMAND;
    }

    /** That of the line, or the one that the text starts with; null when there is none. */
    static Integer exitCode(ToolResult result) {
        var untagged = ErrorText.withoutTag(result.error());
        var head = untagged.substring(0, Math.min(16, untagged.length()));
        boolean isFirst = head.startsWith(EXIT_CODE) && Shell.exitCode(head).isPresent();
        return isFirst ? Integer.valueOf(Shell.exitCode(head).getAsInt()) : result.exitCode();
    }

    /** A rejection may continue with the user's text: only the fixed words leave. */
    private static String phrase(ToolResult result) {
        return Refusals.phraseOf(result.error());
    }

    private static String message(String text) {
        var head = text.substring(0, Math.min(SEARCHED_MAX, text.length()));
        var masked = Secrets.masked(head);
        boolean isLong = masked.codePointCount(0, masked.length()) > MESSAGE_MAX;
        return isLong ? masked.substring(0, masked.offsetByCodePoints(0, MESSAGE_MAX)) : masked;
    }

    private static String summary(ToolResult result, OpenCalls.Call call, ToolResult.Verdict verdict) {
        var text = result.error();
        if (call == null) {
            return exitCode(result) == null ? "" : EXIT_CODE + exitCode(result);
        } else if (Shell.runs(call.tool())) {
            return shell(result, verdict);
        } else if (call.input() == null) {
            return "";
        }
        return FirstLine.of(text, call.input()).orElse("");
    }

    private static String shell(ToolResult result, ToolResult.Verdict verdict) {
        var text = result.error();
        var parts = new ArrayList<String>(2);
        if (result.exitCode() != null) {
            parts.add(EXIT_CODE + result.exitCode());
        } else if (Shell.exitCode(text).isPresent()) {
            parts.add(EXIT_CODE + Shell.exitCode(text).getAsInt());
        }
        if (verdict.category() == ErrorCategory.ENV_NEED && missing(text) != null) {
            boolean isNamed = verdict.subject() != null && !verdict.subject().equals(Shell.UNKNOWN_COMMAND);
            var words = missing(text);
            parts.add(isNamed ? words.formatted(verdict.subject()) : words.replaceAll("%s ?|: %s", ""));
        }
        return String.join("\n", parts);
    }

    private static String missing(String text) {
        if (text.contains(NOT_IN_PATH)) {
            return "%s " + NOT_IN_PATH;
        } else if (text.contains(NOT_FOUND) || text.contains(": not found")) {
            return NOT_FOUND + ": %s";
        }
        if (text.contains(NOT_RECOGNIZED)) {
            return "%s " + NOT_RECOGNIZED;
        }
        return text.contains(NOT_INSTALLED) ? "%s " + NOT_INSTALLED : null;
    }
}
