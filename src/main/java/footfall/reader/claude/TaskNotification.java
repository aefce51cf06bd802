package footfall.reader.claude;

import footfall.line.ErrorText;
import footfall.line.Outcome;
import footfall.line.Shell;
import footfall.line.ToolResult;
import java.util.regex.Pattern;

/** What Claude Code tells the model of a task in the background: a command or a subagent. */
final class TaskNotification {
    private static final String BEGINNING = "<task-notification>";
    private static final String EXIT_CODE = "exit code ";

    /** Nothing else that stands there leaves the machine. */
    private static final Pattern ID = Pattern.compile("(?:toolu|call|srvtoolu)_[0-9A-Za-z]{1,64}|t[0-9]{1,4}");

    private TaskNotification() {}

    /** The result of the task's call if the task completed or failed; null for any other text. */
    static ToolResult ended(String text) {
        var status = text.startsWith(BEGINNING) ? part(text, "status") : null;
        var call = "failed".equals(status) || "completed".equals(status) ? part(text, "tool-use-id") : null;
        if (call == null || !ID.matcher(call).matches()) {
            return null;
        }
        return "failed".equals(status)
                ? failed(call, exitCode(part(text, "summary")))
                : new ToolResult(call, Outcome.OK, null, 0, null);
    }

    /** {@code exitCode} is null for a subagent. */
    private static ToolResult failed(String call, Integer exitCode) {
        var error = exitCode == null ? "" : "Exit code " + exitCode;
        var verdict =
                exitCode == null ? null : new ToolResult.Verdict(ErrorText.category(Shell.TOOL, error, exitCode), null);
        return new ToolResult(call, Outcome.ERROR, error, 0, verdict);
    }

    /** What stands in the first element with this name; null without one. */
    private static String part(String text, String name) {
        int start = text.indexOf("<" + name + ">");
        int end = text.indexOf("</" + name + ">", start);
        return start < 0 || end < 0
                ? null
                : text.substring(start + name.length() + 2, end).strip();
    }

    /** The description of the command comes before it. */
    private static Integer exitCode(String summary) {
        int at = summary == null ? -1 : summary.lastIndexOf(EXIT_CODE);
        if (at < 0) {
            return null;
        }
        int from = at + EXIT_CODE.length();
        int to = from;
        while (to < summary.length() && Character.digit(summary.charAt(to), 10) >= 0 && to - from < 5) {
            to++;
        }
        return to == from ? null : Integer.valueOf(summary.substring(from, to));
    }
}
