package footfall.report;

import footfall.line.FileId;
import footfall.line.SessionId;
import footfall.session.Booked;
import footfall.session.SessionCounters;
import footfall.turn.Origin;
import footfall.turn.Output;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the sessions of files used beside their turns, of agents that count the tokens of a session. */
final class FileSessions {
    private final TurnRules rules;
    private final Map<SessionId, Counted> sessions = new LinkedHashMap<>();

    FileSessions(TurnRules rules) {
        this.rules = rules;
    }

    private static final class Counted {
        private String project;
        private Turn.Product product = new Turn.Product(null, null);
        private SessionCounters counters;
        private Booked booked = Booked.NOTHING;
    }

    /** As {@code SessionFold}. */
    void line(FileId file, Output.LineResolved resolved) {
        var at = resolved.line().envelope();
        var session = sessions.computeIfAbsent(at.session(), none -> new Counted());
        if (at.agent() == null) {
            session.project = session.project == null ? at.project() : session.project;
            session.product = new Turn.Product(
                    file.dialect(), at.version() == null ? session.product.agentVersion() : at.version());
        }
        if (!resolved.admission().isCopy()) {
            var step = SessionCounters.step(session.counters, resolved.line(), rules.prices(), rules.usageTimes());
            session.counters = step.counters();
            session.booked = session.booked.plus(step.booked(), rules.usageTimes());
        }
    }

    List<SessionUsage> usage() {
        return sessions.entrySet().stream()
                .map(one -> {
                    var origin = new Origin(one.getValue().project, null, null);
                    var tokens = one.getValue().booked.rows(rules.prices());
                    return new SessionUsage(one.getKey(), origin, one.getValue().product, tokens);
                })
                .filter(one -> !one.tokens().isEmpty())
                .toList();
    }
}
