package footfall.redact;

import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.TrailId;

/**
 * Replaces what may not leave of events: the texts of errors, and the paths of files. Nothing else in an event is free
 * text. Each kind has its case, so a new one does not compile until it is decided here.
 */
final class Masking implements Line.Cases<Line> {
    /** Few enough that the hash identifies no file without its turn, enough to tell a turn's files and calls apart. */
    private static final int TARGET_BYTES = 6;

    private final RedactRules rules;
    private final OpenCalls calls;

    /** {@code calls}: those that wait for results; the results of the events complete them. */
    Masking(RedactRules rules, OpenCalls calls) {
        this.rules = rules;
        this.calls = calls;
    }

    LineEvents of(LineEvents line) {
        return new LineEvents(
                line.id(),
                line.events().stream().map(event -> event.match(this)).toList());
    }

    private ToolUse masked(ToolUse use) {
        if (use.target() == null && use.input() == null) {
            return use;
        }
        var keyed = rules.targets();
        boolean isFile = keyed != null && use.target() != null;
        return use.with(
                isFile ? use.target().with(file -> hash("target", file)) : null,
                keyed == null || use.input() == null ? null : hash("input", use.input()));
    }

    private String hash(String kind, String value) {
        return rules.targets().of(kind, value, TARGET_BYTES);
    }

    /** {@code call} is null when unknown. */
    private ToolResult masked(ToolResult result, OpenCalls.Call call) {
        return result.error() == null
                ? result
                : Failure.of(result, call, rules.errors()).in(result);
    }

    /** Of a task in the background: its text is made from the exit code. */
    private ToolResult ended(ToolResult result) {
        return rules.errors() == RedactRules.ErrorDetail.OFF && result.error() != null
                ? new Failure(result.verdict(), "").in(result)
                : result;
    }

    @Override
    public Line prompt(Line.Prompt line) {
        return line.ended() == null
                ? line
                : new Line.Prompt(line.envelope(), line.trigger(), line.chars(), line.says(), ended(line.ended()));
    }

    @Override
    public Line assistant(Line.Assistant line) {
        return line.with(line.toolUses().stream().map(this::masked).toList());
    }

    @Override
    public Line toolResults(Line.ToolResults line) {
        var trail = TrailId.of(line.envelope());
        var results = line.results().stream()
                .map(result -> masked(result, calls.complete(trail, result)))
                .toList();
        return new Line.ToolResults(line.envelope(), results, line.linkedAgent(), line.chars(), line.says());
    }

    @Override
    public Line scriptCall(Line.ScriptCall line) {
        var result = masked(line.result(), new OpenCalls.Call(line.use().tool()));
        return new Line.ScriptCall(line.envelope(), line.batch(), masked(line.use()), line.startedAt(), result);
    }

    @Override
    public Line userText(Line.UserText line) {
        return line.ended() == null
                ? line
                : new Line.UserText(line.envelope(), line.chars(), line.says(), ended(line.ended()));
    }

    @Override
    public Line interrupt(Line.Interrupt line) {
        return line;
    }

    @Override
    public Line stop(Line.Stop line) {
        return line;
    }

    @Override
    public Line turnDuration(Line.TurnDuration line) {
        return line;
    }

    @Override
    public Line compaction(Line.Compaction line) {
        return line;
    }

    @Override
    public Line subagentLink(Line.SubagentLink line) {
        return line;
    }

    @Override
    public Line tokens(Line.Tokens line) {
        return line;
    }

    @Override
    public Line scriptEnd(Line.ScriptEnd line) {
        return line;
    }

    @Override
    public Line callStart(Line.CallStart line) {
        return line;
    }

    @Override
    public Line waiting(Line.Waiting line) {
        return line;
    }

    @Override
    public Line callTimes(Line.CallTimes line) {
        return line;
    }

    @Override
    public Line requested(Line.Requested line) {
        return line;
    }

    @Override
    public Line sessionBegin(Line.SessionBegin line) {
        return line;
    }

    @Override
    public Line sessionEnd(Line.SessionEnd line) {
        return line;
    }

    @Override
    public Line reported(Line.Reported line) {
        return line;
    }

    @Override
    public Line limits(Line.Limits line) {
        return line;
    }

    @Override
    public Line unresolved(Line.Unresolved line) {
        throw new IllegalStateException("a line was not resolved");
    }

    @Override
    public Line nothing(Line.Nothing line) {
        throw new IllegalStateException("a line without an effect is no event");
    }
}
