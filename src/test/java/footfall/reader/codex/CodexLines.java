package footfall.reader.codex;

import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Intent;
import footfall.line.Line;
import footfall.line.Meaning;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Resolves hand-made lines of one Codex trail and describes what they mean, one text for each resolved line. */
final class CodexLines {
    /** Its time is later than that of {@link #OLD_TASK}, earlier than that of {@link #TASK}. */
    static final String THREAD = "019f0000-0000-7000-8000-000000000001";

    static final String TASK = "019f0000-0000-7000-8000-0000000000aa";
    static final String OLD_TASK = "019e0000-0000-7000-8000-0000000000aa";

    /** A group of calls has the name of its file, which is left out here. */
    private static final Pattern GROUP = Pattern.compile("\\bg[0-9a-f]+\\.(\\d+)\\b");

    private final SessionId session;
    private final String agent;
    private final Map<String, CodexResolver> files = new HashMap<>();
    private String file = THREAD;
    private List<String> resolved = new ArrayList<>();

    CodexLines() {
        this(THREAD, null);
    }

    CodexLines(String session, String agent) {
        this.session = new SessionId(session);
        this.agent = agent;
    }

    CodexLines inFile(String name) {
        file = name;
        return this;
    }

    /** Forgets what was resolved so far. */
    CodexLines then() {
        resolved = new ArrayList<>();
        return this;
    }

    CodexLines of(CodexEvent.Fact... facts) {
        for (var fact : facts) {
            line(new CodexEvent(-1, null, fact));
        }
        return this;
    }

    CodexLines line(CodexEvent event) {
        var at = Instant.parse("2026-01-05T10:00:00Z");
        var envelope = new Envelope(session, agent, at, null, null, null, null, null);
        var unresolved = new Line.Unresolved(envelope, new Line.Nothing(envelope, "codex"), event);
        files.computeIfAbsent(file, name -> new CodexResolver(new FileId("codex/" + name, "a", 0)))
                .resolve(unresolved, line -> {
                    var owner = line.envelope().copyOf();
                    var copy = owner == null ? "" : " copy of " + owner;
                    resolved.add(GROUP.matcher(line.match(new Meaning())).replaceAll("g$1") + copy);
                });
        return this;
    }

    List<String> resolved() {
        return resolved;
    }

    static CodexEvent.Head head(String thread) {
        return new CodexEvent.Head(thread, thread, false, null, -1, null);
    }

    static CodexEvent.TaskStart start(String task) {
        return new CodexEvent.TaskStart(task);
    }

    static CodexEvent.TaskEnd end(String task, long durationMs) {
        return new CodexEvent.TaskEnd(task, durationMs, false, false);
    }

    static CodexEvent.Prompt prompt() {
        return prompt(Trigger.HUMAN, null);
    }

    static CodexEvent.Prompt prompt(Trigger trigger, String uuid) {
        return new CodexEvent.Prompt(trigger, uuid, 5, UserTextKind.TEXT);
    }

    static CodexEvent.Work work() {
        return new CodexEvent.Work(false);
    }

    static CodexEvent.Call call(String id) {
        return new CodexEvent.Call(use(id, "exec_command"), null, false, null, false);
    }

    static CodexEvent.Call poll(String id, String session) {
        return new CodexEvent.Call(use(id, "write_stdin"), session, false, null, false);
    }

    static CodexEvent.Call script(String id) {
        return new CodexEvent.Call(use(id, "exec"), null, true, null, false);
    }

    static ToolUse use(String id, String tool) {
        return new ToolUse(id, tool, null, null, 0, null, Intent.of(tool), null, null, false, null, null);
    }

    static CodexEvent.Result output(String id, Outcome outcome) {
        return new CodexEvent.Result(true, result(id, outcome), null, outcome != Outcome.PENDING, null, null, null);
    }

    static CodexEvent.Result running(String id, String session) {
        return new CodexEvent.Result(true, result(id, Outcome.PENDING), session, false, null, null, null);
    }

    static CodexEvent.Result item(String id, Outcome outcome) {
        return new CodexEvent.Result(false, result(id, outcome), null, false, null, null, null);
    }

    static CodexEvent.Result nested(String id) {
        var nested = new CodexEvent.Nested(use(id, "exec_command"), Instant.parse("2026-01-05T09:59:00Z"));
        return new CodexEvent.Result(false, result(id, Outcome.OK), null, true, null, nested, null);
    }

    static ToolResult result(String id, Outcome outcome) {
        return new ToolResult(id, outcome, outcome == Outcome.ERROR ? "bad" : null, 3, null);
    }

    static CodexEvent.Count count(long output, String total) {
        return new CodexEvent.Count(new Usage(0, output, 0, 0, 0), total, false, null, null, null);
    }

    static CodexEvent.Count record(long output) {
        return new CodexEvent.Count(new Usage(0, output, 0, 0, 0), null, true, null, null, null);
    }
}
