package footfall.line;

/** The kind of a line, as tests name it: its case, of nothing the type. */
public final class KindOf implements Line.Cases<String> {
    @Override
    public String prompt(Line.Prompt line) {
        return "prompt/" + line.trigger().word();
    }

    @Override
    public String assistant(Line.Assistant line) {
        return "assistant";
    }

    @Override
    public String toolResults(Line.ToolResults line) {
        return "results";
    }

    @Override
    public String interrupt(Line.Interrupt line) {
        return "interrupt";
    }

    @Override
    public String stop(Line.Stop line) {
        return "stop";
    }

    @Override
    public String turnDuration(Line.TurnDuration line) {
        return "duration";
    }

    @Override
    public String compaction(Line.Compaction line) {
        return "compaction";
    }

    @Override
    public String subagentLink(Line.SubagentLink line) {
        return "link";
    }

    @Override
    public String tokens(Line.Tokens line) {
        return "tokens";
    }

    @Override
    public String scriptCall(Line.ScriptCall line) {
        return "script call";
    }

    @Override
    public String scriptEnd(Line.ScriptEnd line) {
        return "script end";
    }

    @Override
    public String callStart(Line.CallStart line) {
        return "call start";
    }

    @Override
    public String waiting(Line.Waiting line) {
        return "waiting";
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
        return line.kind();
    }
}
