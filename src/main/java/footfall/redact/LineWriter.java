package footfall.redact;

import footfall.line.Line;

/** Writes the lines of one dialect, which overrides the methods for the kinds of lines that it has. */
abstract class LineWriter implements Line.Cases<Void> {
    private static Void never() {
        throw new IllegalArgumentException("the dialect has no line of this kind");
    }

    @Override
    public Void prompt(Line.Prompt line) {
        return never();
    }

    @Override
    public Void assistant(Line.Assistant line) {
        return never();
    }

    @Override
    public Void toolResults(Line.ToolResults line) {
        return never();
    }

    @Override
    public Void interrupt(Line.Interrupt line) {
        return never();
    }

    @Override
    public Void stop(Line.Stop line) {
        return never();
    }

    @Override
    public Void turnDuration(Line.TurnDuration line) {
        return never();
    }

    @Override
    public Void compaction(Line.Compaction line) {
        return never();
    }

    @Override
    public Void subagentLink(Line.SubagentLink line) {
        return never();
    }

    @Override
    public Void tokens(Line.Tokens line) {
        return never();
    }

    @Override
    public Void scriptCall(Line.ScriptCall line) {
        return never();
    }

    @Override
    public Void scriptEnd(Line.ScriptEnd line) {
        return never();
    }

    @Override
    public Void callStart(Line.CallStart line) {
        return never();
    }

    @Override
    public Void sessionBegin(Line.SessionBegin line) {
        return never();
    }

    @Override
    public Void sessionEnd(Line.SessionEnd line) {
        return never();
    }

    @Override
    public Void reported(Line.Reported line) {
        return never();
    }

    @Override
    public Void limits(Line.Limits line) {
        return never();
    }

    @Override
    public Void unresolved(Line.Unresolved line) {
        return never();
    }

    @Override
    public Void userText(Line.UserText line) {
        return never();
    }

    @Override
    public Void nothing(Line.Nothing line) {
        return never();
    }
}
