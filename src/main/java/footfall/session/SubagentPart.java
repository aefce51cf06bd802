package footfall.session;

import footfall.line.Line;
import footfall.turn.Arrival;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.StepRow;
import java.util.List;

/**
 * The part of a session's summary for a subagent. {@code times}: of lines before the main trail had a time;
 * {@code usage}: of its messages.
 */
record SubagentPart(AgentPart agent, Times times, List<ModelUsage> usage) {
    static final SubagentPart NONE = new SubagentPart(AgentPart.NONE, Times.NONE, List.of());

    SubagentPart {
        usage = List.copyOf(usage);
    }

    SubagentPart linkedTo(String toolUseId) {
        return new SubagentPart(agent.linkedTo(toolUseId), times, usage);
    }

    SubagentPart unlinked() {
        return new SubagentPart(agent.unlinked(), times, usage);
    }

    SubagentPart seen(Arrival arrival, Line line, MainPart main) {
        boolean isTimed = main.start() == null;
        return new SubagentPart(
                agent.seen(arrival, line),
                isTimed ? times.including(Times.of(line.envelope().at())) : times,
                usage);
    }

    SubagentPart counted(Line line) {
        return new SubagentPart(agent.counted(line), times, usage);
    }

    /** {@code change} is null for a line without a message. */
    SubagentPart spent(MessageChange change) {
        if (change == null || change.isNothing()) {
            return this;
        }
        var all = usage;
        for (var part : change.parts().toList()) {
            all = HourUsage.plus(all, part.used());
        }
        return new SubagentPart(agent, times, all);
    }

    SubagentPart dropped(StepRow step) {
        return new SubagentPart(agent.dropped(step), times, usage);
    }
}
