package footfall.testkit;

import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Intent;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.util.List;
import java.util.stream.Stream;

/** Lines of one trail as a resolver gives them, each with its second. */
public final class MadeLines {
    public static final FileId FILE = new FileId("claude/s1", "0123456789abcdef", 0);

    private MadeLines() {}

    public static Envelope at(int second) {
        return new Envelope(new SessionId("s1"), null, Transcripts.at(second), null, null, null, "1.0", null);
    }

    public static Line prompt(int second) {
        return prompt(at(second));
    }

    private static Line prompt(Envelope at) {
        return new Line.Prompt(at, Trigger.HUMAN, 2, UserTextKind.TEXT);
    }

    /** A prompt of a subagent, and the answer of its model. */
    public static List<Line> answered(int second, String agent, String stopReason) {
        var at = new Envelope(new SessionId("s1"), agent, Transcripts.at(second), null, null, null, "1.0", null);
        return List.of(prompt(at), new Line.Assistant(at, new Line.Message(null, "m", stopReason, null), List.of()));
    }

    /** Calls by their IDs, which name their tools: {@code Read-1}. */
    public static Line calls(int second, String group, String... ids) {
        var message = new Line.Message(group, "m", null, null);
        return new Line.Assistant(
                at(second), message, Stream.of(ids).map(MadeLines::use).toList());
    }

    public static Line said(int second, String stopReason) {
        return new Line.Assistant(at(second), new Line.Message(null, "m", stopReason, null), List.of());
    }

    public static ToolUse use(String id) {
        var tool = id.replaceAll("-.*", "");
        return new ToolUse(id, tool, null, null, 2, null, Intent.of(tool), null, null, false, null, null);
    }

    public static ToolResult result(String id, Outcome outcome) {
        return new ToolResult(id, outcome, outcome == Outcome.ERROR ? "no" : null, 3, null);
    }

    public static Line result(int second, String id, Outcome outcome) {
        return new Line.ToolResults(at(second), List.of(result(id, outcome)), null, 0, UserTextKind.NOTHING);
    }

    public static Line scriptCall(int second, String batch, String id) {
        return new Line.ScriptCall(at(second), batch, use(id), Transcripts.at(second - 1), result(id, Outcome.OK));
    }

    public static Line scriptEnd(int second, String id) {
        return new Line.ScriptEnd(at(second), id);
    }

    public static Line tokens(int second, int input) {
        return new Line.Tokens(at(second), new Line.Message(null, "m", null, new Usage(input, 1, 0, 0, 0)));
    }

    /** A message whose line contains only its output. */
    public static Line output(int second, String model, long output) {
        var message = new Line.Message(null, model, null, Usage.ofOutput(output));
        return new Line.Assistant(at(second), message, List.of());
    }

    public static Line interrupt(int second, long durationMs) {
        return new Line.Interrupt(at(second), durationMs, false);
    }

    public static Line duration(int second, long durationMs) {
        return new Line.TurnDuration(at(second), durationMs);
    }

    public static Line callStart(int second, String id) {
        return new Line.CallStart(at(second), id);
    }

    public static Line stop(int second) {
        return new Line.Stop(at(second));
    }

    public static Line sessionEnd(int second) {
        return new Line.SessionEnd(at(second));
    }

    public static Line compaction(int second) {
        return new Line.Compaction(at(second));
    }
}
