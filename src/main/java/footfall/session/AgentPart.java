package footfall.session;

import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.ToolResult;
import footfall.turn.Arrival;
import footfall.turn.StepRow;
import footfall.turn.Turn;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The part of a session's summary for one trail, of the main agent or a subagent. {@code call} is the first
 * call linked to the subagent; absent components are null.
 */
record AgentPart(String call, SessionSummary.SummaryCounts tools, long activeMs, Origin whose, Turn.Product product) {
    static final AgentPart NONE =
            new AgentPart(null, SessionSummary.SummaryCounts.NONE, 0, Origin.NOBODY, new Turn.Product(null, null));

    /**
     * The origin of a trail's lines, from its first line, except the project, which the first line that names
     * it determines.
     */
    record Origin(String project, String host, String user, boolean isKnown) {
        static final Origin NOBODY = new Origin(null, null, null, false);

        Origin after(Arrival arrival, Line line) {
            var named = project == null ? line.envelope().project() : project;
            return isKnown
                    ? new Origin(named, host, user, true)
                    : new Origin(named, arrival.host(), arrival.user(), true);
        }
    }

    AgentPart linkedTo(String toolUseId) {
        return call != null ? this : new AgentPart(toolUseId, tools, activeMs, whose, product);
    }

    AgentPart unlinked() {
        return new AgentPart(null, tools, activeMs, whose, product);
    }

    /** Includes data of any line, even a copied one. */
    AgentPart seen(Arrival arrival, Line line) {
        var version = line.envelope().version();
        var made = new Turn.Product(arrival.file().dialect(), version == null ? product.agentVersion() : version);
        return new AgentPart(call, tools, activeMs, whose.after(arrival, line), made);
    }

    AgentPart counted(Line line) {
        var counts = tools;
        for (var use : line.toolUses()) {
            counts = counts.plus(use.tool());
        }
        return new AgentPart(call, counts, activeMs + durationMs(line), whose, product);
    }

    AgentPart dropped(StepRow step) {
        return new AgentPart(call, tools.minus(step.use().tool()), activeMs, whose, product);
    }

    /** The results of a line. */
    static List<ToolResult> results(Line line) {
        if (line instanceof Line.ToolResults results) {
            return results.results();
        }
        return line instanceof Line.ScriptCall call && call.result().outcome() != Outcome.PENDING
                ? List.of(call.result())
                : List.of();
    }

    /** The call and the subagent that a line links, else null. */
    static Line.SubagentLink link(Line line) {
        if (line instanceof Line.ToolResults results && results.linkedAgent() != null) {
            return new Line.SubagentLink(
                    line.envelope(), results.results().get(0).toolUseId(), results.linkedAgent());
        }
        return line instanceof Line.SubagentLink link ? link : null;
    }

    static long durationMs(Line line) {
        if (line instanceof Line.TurnDuration duration) {
            return duration.durationMs();
        }
        return line instanceof Line.Interrupt interrupt ? interrupt.durationMs() : 0;
    }

    /** The message of a line that counts for usage, else null. */
    static Line.Message message(Line line) {
        if (line instanceof Line.Assistant assistant) {
            return assistant.message();
        } else if (line instanceof Line.Tokens tokens) {
            return tokens.message();
        }
        return line instanceof Line.TurnDuration duration ? duration.answer() : null;
    }

    /** That of the main trail; without one that of the first subagent. */
    static Turn.Product product(AgentPart main, Collection<AgentPart> agents) {
        return Stream.concat(Stream.of(main), agents.stream())
                .map(AgentPart::product)
                .filter(product -> product.agent() != null)
                .findFirst()
                .orElse(NONE.product);
    }

    /** As the main trail says, and where it says nothing the first of the subagents that does. */
    static Origin origin(AgentPart main, Collection<AgentPart> agents) {
        var whose = main.whose;
        for (var part : agents) {
            var other = part.whose;
            var project = whose.project == null ? other.project : whose.project;
            whose = whose.isKnown
                    ? new Origin(project, whose.host, whose.user, true)
                    : new Origin(project, other.host, other.user, other.isKnown);
        }
        return whose;
    }
}
