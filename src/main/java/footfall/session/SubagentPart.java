package footfall.session;

import footfall.line.Line;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.Arrival;
import footfall.turn.StepRow;

/** The part of a session's summary for a subagent. {@code times}: of lines before the main trail had a time. */
record SubagentPart(AgentPart agent, Times times) {
    static final SubagentPart NONE = new SubagentPart(AgentPart.NONE, Times.NONE);

    SubagentPart linkedTo(String toolUseId) {
        return new SubagentPart(agent.linkedTo(toolUseId), times);
    }

    SubagentPart seen(Arrival arrival, Line line, MainPart main) {
        boolean isTimed = main.start() == null && !arrival.isNaming();
        return new SubagentPart(
                agent.seen(arrival, line),
                isTimed ? times.including(Times.of(line.envelope().at())) : times);
    }

    SubagentPart counted(Line line) {
        return new SubagentPart(agent.counted(line), times);
    }

    SubagentPart dropped(StepRow step) {
        return new SubagentPart(agent.dropped(step), times);
    }

    static void write(RowWriter out, SubagentPart part) {
        AgentPart.write(out, part.agent);
        out.instant(part.times.start());
        out.instant(part.times.end());
    }

    static SubagentPart read(RowReader in) {
        return new SubagentPart(AgentPart.read(in), new Times(in.instant(), in.instant()));
    }
}
