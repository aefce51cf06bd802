package footfall.reader.codex;

import footfall.line.Bytes;
import footfall.line.Ids;
import footfall.line.LenientJson;
import footfall.line.Outcome;
import footfall.line.Patch;
import footfall.line.Permission;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a Codex call ended, as one line tells it. {@code outcome}: {@code PENDING} while the command runs. {@code error}:
 * the text of a call that did not end well, else null. {@code session}: of a command that still runs, or that a script
 * started. {@code agent}: the {@code agent_id} of an output. {@code permission}: who did not let it run.
 * {@code ranMs}: how long the command ran, null when unknown.
 */
record CodexOutcome(
        Outcome outcome,
        String error,
        Integer exitCode,
        String session,
        String agent,
        Permission permission,
        Long ranMs) {
    private static final String WALL_TIME = "Wall time";
    private static final String OUTPUT = "Output:";
    private static final Pattern EXIT = Pattern.compile("(?:Exit code: |Process exited with code )(-?\\d{1,99})\\b.*");
    private static final Pattern RAN = Pattern.compile(WALL_TIME + ": (\\d{1,9}(?:\\.\\d{1,9})?) seconds");
    private static final Pattern RUNNING = Pattern.compile("Process running with session ID (\\d{1,20})\\b.*");
    private static final List<String> FAILURES = List.of(
            "failed",
            "execution error",
            "error:",
            "exec_command failed",
            "write_stdin failed",
            Patch.MISMATCH,
            "unsupported call",
            "unsupported custom tool call",
            "Script failed");

    /** At the beginning, or in the Rust form of an error. */
    private static final Pattern REVIEWED = Pattern.compile(
            "(?:.*Rejected\\(\\\\*\")?(?:Automatic approval review |This action was rejected due to unacceptable "
                    + "risk)");

    private static CodexOutcome of(Outcome outcome, String text) {
        return of(outcome, text, null);
    }

    private static CodexOutcome of(Outcome outcome, String text, Permission permission) {
        return new CodexOutcome(outcome, outcome == Outcome.OK ? null : text, null, null, null, permission, null);
    }

    private static CodexOutcome ofExit(int code, String text) {
        return new CodexOutcome(
                code == 0 ? Outcome.OK : Outcome.ERROR, code == 0 ? null : text, code, null, null, null, null);
    }

    /** {@code output}: the JSON of the output; null when absent. */
    static CodexOutcome ofOutput(Bytes output) {
        var lines = output == null ? "" : CodexText.beginning(output);
        var begun = output == null ? null : ofBeginning(lines);
        return (begun == null ? ofWhole(output) : begun).ran(ranMs(lines));
    }

    /** The time without a question, which a line before the output says. */
    private static Long ranMs(String lines) {
        int at = lines.indexOf(WALL_TIME + ": ");
        var seconds = at < 0 ? null : RAN.matcher(lines).region(at, lines.length());
        return seconds != null && seconds.lookingAt() ? (long) (Double.parseDouble(seconds.group(1)) * 1e3) : null;
    }

    private CodexOutcome ran(Long ms) {
        return new CodexOutcome(outcome, error, exitCode, session, agent, permission, ms);
    }

    /** Null unless the first lines of an output say that the call went well or still runs. */
    private static CodexOutcome ofBeginning(String lines) {
        var stated = lines.startsWith("{") ? null : ofHeader(lines);
        return stated == null || stated.error != null ? null : stated;
    }

    private static CodexOutcome ofWhole(Bytes output) {
        var said = CodexText.of(output);
        var json = CodexText.Inner.of(said.text());
        if (json.exitCode() != null) {
            return ofExit(json.exitCode(), json.output() == null ? said.text() : json.output());
        }
        var stated = ofHeader(said.text());
        var outcome = stated == null ? ofWords(said.text(), said.isFailed()) : stated;
        return outcome.with(json.agent());
    }

    private CodexOutcome with(String other) {
        return Ids.isUuid(other) ? new CodexOutcome(outcome, error, exitCode, session, other, permission, ranMs) : this;
    }

    /** From the lines before {@code Output:}; null when they do not say. */
    private static CodexOutcome ofHeader(String text) {
        var head = headOf(text).lines().toList();
        var exit = first(EXIT, head);
        if (exit != null) {
            return ofExit(LenientJson.exitCode(exit), text);
        }
        var session = first(RUNNING, head);
        return session == null ? null : new CodexOutcome(Outcome.PENDING, null, null, session, null, null, null);
    }

    /** Empty for a text without a line {@code Output:}. */
    private static String headOf(String text) {
        for (int at = text.indexOf(OUTPUT); at >= 0; at = text.indexOf(OUTPUT, at + 1)) {
            int end = at + OUTPUT.length();
            boolean isLine =
                    (at == 0 || text.charAt(at - 1) == '\n') && (end == text.length() || text.charAt(end) == '\n');
            if (isLine) {
                return text.substring(0, at);
            }
        }
        return "";
    }

    private static String first(Pattern pattern, List<String> lines) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst()
                .orElse(null);
    }

    private static CodexOutcome ofWords(String text, boolean isFailed) {
        int end = text.indexOf('\n');
        var said = text.startsWith(WALL_TIME) ? end < 0 ? "" : text.substring(end + 1) : text;
        if (said.startsWith("aborted by user")) {
            return of(Outcome.INTERRUPTED, text);
        }
        int first = said.indexOf('\n');
        var line = first < 0 ? said : said.substring(0, first);
        if (line.startsWith("approval policy is") || line.contains("rejected by user approval settings")) {
            return of(Outcome.DENIED, text, Permission.MODE);
        } else if (REVIEWED.matcher(line).lookingAt()) {
            return of(Outcome.DENIED, text, Permission.CLASSIFIER);
        } else if (line.contains("rejected by user")) {
            return of(Outcome.REJECTED, text, Permission.USER);
        }
        return of(isFailed || FAILURES.stream().anyMatch(said::startsWith) ? Outcome.ERROR : Outcome.OK, text);
    }

    /** {@code item}: of the call of a script. The process has the number of the session that polls name. */
    static CodexOutcome ofNested(CodexFields item) {
        var ended = ofEnd(item);
        return new CodexOutcome(
                ended.outcome,
                ended.error,
                ended.exitCode,
                item.text("process_id"),
                ended.agent,
                ended.permission,
                ended.ranMs);
    }

    /** {@code end}: the event that a call ended, or its item. */
    static CodexOutcome ofEnd(CodexFields end) {
        var code = end.exitCode;
        var result = CodexText.of(end.value("result"));
        boolean isFailed = "failed".equals(end.text("status"))
                || end.is("success", false)
                || code != null && code != 0
                || end.isGiven("error")
                || result.isFailed();
        boolean isDeclined = "declined".equals(end.text("status"));
        var outcome = isDeclined ? Outcome.REJECTED : isFailed ? Outcome.ERROR : Outcome.OK;
        var error = outcome == Outcome.OK ? null : errorOf(end, result.text());
        var ended = new CodexOutcome(outcome, error, code, null, null, isDeclined ? Permission.USER : null, end.ranMs);
        boolean isSpawn = "CollabAgentToolCall".equals(end.text("type")) && "spawn_agent".equals(end.text("tool"));
        return isSpawn ? ended.with(end.receiver) : ended;
    }

    private static String errorOf(CodexFields end, String result) {
        for (var name : List.of("aggregated_output", "stderr", "stdout")) {
            var text = CodexText.of(end.value(name)).text();
            if (!text.isEmpty()) {
                return text;
            }
        }
        return result.isEmpty() ? CodexText.of(end.value("error")).text() : result;
    }
}
