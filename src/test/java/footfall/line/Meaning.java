package footfall.line;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A resolved line as a short text, without its time. */
public final class Meaning implements Line.Cases<String> {
    private static String words(Object... words) {
        return Stream.of(words).filter(Objects::nonNull).map(Object::toString).collect(Collectors.joining(" "));
    }

    private static String words(Line.Message message) {
        var tokens = message.usage() == null ? null : message.usage().output() + " tokens";
        return words(message.id(), message.model(), message.stopReason(), tokens);
    }

    private static String words(ToolResult result) {
        return words(result.toolUseId(), result.outcome().word(), result.error());
    }

    @Override
    public String prompt(Line.Prompt line) {
        return words("prompt", line.trigger().word(), line.envelope().uuid());
    }

    @Override
    public String assistant(Line.Assistant line) {
        var calls =
                line.toolUses().stream().map(use -> words(use.tool(), use.id())).collect(Collectors.joining(" "));
        return words("assistant", words(line.message()), calls).trim().replaceAll(" +", " ");
    }

    @Override
    public String toolResults(Line.ToolResults line) {
        return words("result", words(line.results().get(0)), line.linkedAgent());
    }

    @Override
    public String interrupt(Line.Interrupt line) {
        return words("interrupt", line.durationMs());
    }

    @Override
    public String stop(Line.Stop line) {
        return "stop";
    }

    @Override
    public String turnDuration(Line.TurnDuration line) {
        var answer = line.answer() == null ? null : words(line.answer());
        return words("duration", line.durationMs(), answer);
    }

    @Override
    public String compaction(Line.Compaction line) {
        return "compaction";
    }

    @Override
    public String subagentLink(Line.SubagentLink line) {
        return words("link", line.toolUseId(), line.linkedAgent());
    }

    @Override
    public String tokens(Line.Tokens line) {
        return words("tokens", words(line.message()));
    }

    @Override
    public String scriptCall(Line.ScriptCall line) {
        return words("script call", line.batch(), line.use().tool(), line.startedAt(), words(line.result()));
    }

    @Override
    public String scriptEnd(Line.ScriptEnd line) {
        return words("script end", line.toolUseId());
    }

    @Override
    public String callStart(Line.CallStart line) {
        return words("start", line.toolUseId());
    }

    @Override
    public String waiting(Line.Waiting line) {
        return line.since() == null ? "no longer waiting" : "waiting";
    }

    @Override
    public String callTimes(Line.CallTimes line) {
        return "call times";
    }

    @Override
    public String requested(Line.Requested line) {
        return "requested";
    }

    @Override
    public String sessionBegin(Line.SessionBegin line) {
        return "session begin";
    }

    @Override
    public String sessionEnd(Line.SessionEnd line) {
        return "session end";
    }

    @Override
    public String reported(Line.Reported line) {
        return "reported";
    }

    @Override
    public String limits(Line.Limits line) {
        return "limits";
    }

    @Override
    public String unresolved(Line.Unresolved line) {
        return "unresolved";
    }

    @Override
    public String userText(Line.UserText line) {
        return "text";
    }

    @Override
    public String nothing(Line.Nothing line) {
        return "nothing";
    }
}
