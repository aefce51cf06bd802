package footfall.session;

import footfall.line.Line;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import footfall.turn.Arrival;
import footfall.turn.Turn;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * The part of a session's summary for one trail, of the main agent or a subagent. {@code call} is the first
 * call linked to the subagent; absent components are null.
 */
record AgentPart(String call, SummaryCounts tools, long activeMs, Origin whose, Turn.Product product) {
    static final AgentPart NONE =
            new AgentPart(null, SummaryCounts.NONE, 0, Origin.NOBODY, new Turn.Product(null, null));

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

    /** Includes data of any line, even a copied one. */
    AgentPart seen(Arrival arrival, Line line) {
        var version = line.envelope().version();
        var made = new Turn.Product(arrival.file().dialect(), version == null ? product.agentVersion() : version);
        return new AgentPart(call, tools, activeMs, whose.after(arrival, line), made);
    }

    AgentPart counted(Line line) {
        var counts = tools;
        if (line instanceof Line.Assistant assistant) {
            for (var use : assistant.toolUses()) {
                counts = counts.plus(use.tool());
            }
        }
        long more = line instanceof Line.TurnDuration duration ? duration.durationMs() : 0;
        return new AgentPart(call, counts, activeMs + more, whose, product);
    }

    /** That of the main trail; without one that of the first subagent. */
    static Turn.Product product(AgentPart main, Collection<AgentPart> agents) {
        return Stream.concat(Stream.of(main), agents.stream())
                .map(AgentPart::product)
                .filter(product -> product.agent() != null)
                .findFirst()
                .orElse(NONE.product);
    }

    static void write(RowWriter out, AgentPart part) {
        out.text(part.call);
        part.tools.write(out);
        out.unsigned(part.activeMs);
        out.text(part.whose.project());
        out.text(part.whose.host());
        out.text(part.whose.user());
        out.flag(part.whose.isKnown());
        out.text(part.product.agent());
        out.text(part.product.agentVersion());
    }

    /** {@code hasProduct} is false in a row of an earlier build. */
    static AgentPart read(RowReader in, boolean hasProduct) {
        return new AgentPart(
                in.text(),
                SummaryCounts.read(in),
                in.unsigned(),
                new Origin(in.text(), in.text(), in.text(), in.flag()),
                hasProduct ? new Turn.Product(in.text(), in.text()) : NONE.product);
    }
}
