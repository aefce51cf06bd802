package footfall.report;

import footfall.line.Dialects;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.RateLimits;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.session.Booked;
import footfall.session.Metering;
import footfall.session.SessionCounters;
import footfall.session.SessionLimits;
import footfall.session.Spent;
import footfall.tail.Transcript;
import footfall.turn.Origin;
import footfall.turn.Output.Admission;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the sessions of files used beside their messages, of agents that count the tokens of a session themselves. */
final class FileSessions {
    private final Metering metering;
    private final Map<SessionId, Counted> sessions = new LinkedHashMap<>();
    private final Map<TrailId, Spent> messages = new HashMap<>();
    private Transcript reads;
    private long number;
    private boolean isMeteredByFiles;

    FileSessions(TurnRules rules) {
        this.metering = new Metering(rules.prices(), rules.usageTimes());
    }

    private static final class Counted {
        private String project;
        private Turn.Product product = new Turn.Product(null, null);
        private SessionCounters counters;
        private Booked booked = Booked.NOTHING;
        private RateLimits limits;
        private Instant end;
        private boolean isBegun;
        private final Transcript file;
        private final long place;

        Counted(Transcript file, long place) {
            this.file = file;
            this.place = place;
        }
    }

    /** {@code file} is the first with a line of the session, {@code place} the number of that line. */
    record Used(Transcript file, long place, SessionUsage usage) {
        static final Comparator<Used> ORDER = Comparator.<Used, Transcript.Order>comparing(one -> one.file.order())
                .thenComparing(Used::place);
    }

    /** The place of the line that follows. In another file, the messages of the file before get no more lines. */
    void at(Transcript file, long line) {
        number = line;
        if (file != reads) {
            reads = file;
            isMeteredByFiles = Dialects.isMeteredByFiles(file.id());
            messages.clear();
        }
    }

    /** As {@code SessionFold}. */
    void line(Line line, Admission admission) {
        var at = line.envelope();
        var session = sessions.get(at.session());
        if (session == null) {
            session = new Counted(reads, number);
            sessions.put(at.session(), session);
        }
        boolean isMain = at.agent() == null;
        if (isMain) {
            session.project = session.project == null ? at.project() : session.project;
            session.product = new Turn.Product(
                    reads.id().dialect(), at.version() == null ? session.product.agentVersion() : at.version());
        }
        boolean isCopy = admission.isCopy();
        var change = isCopy ? null : spent(at).change(line);
        var place = new SessionCounters.Place(
                isMeteredByFiles, at.at() == null ? session.end : at.at(), change, !session.isBegun, isCopy);
        var step = SessionCounters.step(session.counters, line, place, metering);
        session.counters = step.counters();
        session.limits = isCopy ? session.limits : SessionLimits.after(session.limits, line);
        session.booked = session.booked.plus(step.booked(), metering.times());
        if (isMain) {
            session.isBegun = true;
            session.end =
                    session.end == null || at.at() != null && at.at().isAfter(session.end) ? at.at() : session.end;
        }
    }

    private Spent spent(Envelope at) {
        var trail = TrailId.of(at);
        var spent = messages.get(trail);
        if (spent == null) {
            spent = new Spent(metering);
            messages.put(trail, spent);
        }
        return spent;
    }

    List<Used> usage() {
        return sessions.entrySet().stream()
                .map(one -> {
                    var origin = new Origin(one.getValue().project, null, null);
                    var tokens = one.getValue().booked.rows(metering.prices());
                    var usage = new SessionUsage(
                            one.getKey(),
                            origin,
                            one.getValue().product,
                            tokens,
                            metering.prices().version(),
                            one.getValue().limits);
                    return new Used(one.getValue().file, one.getValue().place, usage);
                })
                .filter(one -> !one.usage.tokens().isEmpty() || one.usage.limits() != null)
                .toList();
    }
}
