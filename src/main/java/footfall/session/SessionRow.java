package footfall.session;

import footfall.line.Changes;
import footfall.line.Line;
import footfall.line.OwnCost;
import footfall.line.RateLimits;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.turn.Arrival;
import footfall.turn.HourUsage;
import footfall.turn.MessageUsage;
import footfall.turn.ModelUsage;
import footfall.turn.Origin;
import footfall.turn.Prices;
import footfall.turn.SessionUsage;
import footfall.turn.StepRow;
import footfall.turn.TurnRules.UsageTimes;
import java.time.Instant;
import java.util.List;

/**
 * The row of a session: its main trail's part, and when its summary is due, null when the last summary sent
 * is current. Other rows are for messages, subagents and the calls that run them. {@code hasSubagents} is
 * false while no subagent row was written: most sessions have none, and an empty scan is the most expensive
 * read of a session. {@code counters} is null where the agent has none;
 * {@code booked} is what they added so far; {@code limits} are the newest ones, null for none. {@code changes} are
 * those of emitted turns.
 */
record SessionRow(
        Instant due,
        MainPart main,
        boolean hasSubagents,
        SessionCounters counters,
        Booked booked,
        RateLimits limits,
        Changes changes,
        List<Requests> requests) {
    static final UsageTimes TIMES = UsageTimes.HOURS;

    static final RowKind<SessionRow> SESSION = new RowKind<>(30, "session", SessionRow.class);
    /** By message ID of a trail: the usage of its last line with usage. */
    static final RowKind<MessageUsage> USAGE = new RowKind<>(31, "session usage", MessageUsage.class);
    /** By agent id. */
    static final RowKind<SubagentPart> SUBAGENT = new RowKind<>(32, "session subagent", SubagentPart.class);
    /** By call ID: the type of its subagent. */
    static final RowKind<String> CALL = new RowKind<>(33, "session call", String.class);

    static final List<RowKind<?>> KINDS = List.of(SESSION, USAGE, SUBAGENT, CALL);

    static final SessionRow NEW =
            new SessionRow(null, MainPart.NONE, false, null, Booked.NOTHING, null, Changes.ZERO, List.of());

    SessionRow {
        changes = Changes.sum(Changes.ZERO, changes);
        requests = requests == null ? List.of() : List.copyOf(requests);
    }

    static RowKey<SessionRow> key(SessionId session) {
        return RowKey.all(SESSION, new TrailId(session, null));
    }

    static RowKey<MessageUsage> usage(TrailId trail, String messageId) {
        return new RowKey<>(USAGE, trail.session(), trail.isMain() ? "" : trail.agent(), 0, messageId);
    }

    static RowKey<SubagentPart> subagent(SessionId session, String agent) {
        return RowKey.all(SUBAGENT, new TrailId(session, agent));
    }

    static RowKey<String> call(SessionId session, String toolUseId) {
        return RowKey.all(CALL, new TrailId(session, toolUseId));
    }

    SessionRow due(Instant at) {
        return new SessionRow(at, main, hasSubagents, counters, booked, limits, changes, requests);
    }

    SessionRow with(MainPart part) {
        return new SessionRow(due, part, hasSubagents, counters, booked, limits, changes, requests);
    }

    SessionRow with(Changes sum) {
        return new SessionRow(due, main, hasSubagents, counters, booked, limits, sum, requests);
    }

    SessionRow with(List<Requests> all) {
        return new SessionRow(due, main, hasSubagents, counters, booked, limits, changes, all);
    }

    SessionRow withSubagents() {
        return new SessionRow(due, main, true, counters, booked, limits, changes, requests);
    }

    /** {@code withSubagents}: what they used is counted again, too. */
    SessionRow startedOver(boolean withSubagents) {
        var ofSubagents = withSubagents ? Booked.NOTHING : new Booked(List.of(), List.of(), booked.subagents());
        return new SessionRow(due, MainPart.NONE, hasSubagents, null, ofSubagents, limits, changes, requests);
    }

    /** Adds what the totals of the agent add. */
    SessionRow counted(Line line, SessionCounters.Place place, Prices prices) {
        var newest = place.isCopy() ? limits : SessionLimits.after(limits, line);
        var step = SessionCounters.step(counters, line, place, new Metering(prices, TIMES));
        return step.counters() == counters && step.booked().equals(Booked.NOTHING) && newest == limits
                ? this
                : new SessionRow(
                        due,
                        main,
                        hasSubagents,
                        step.counters(),
                        booked.plus(step.booked(), TIMES),
                        newest,
                        changes,
                        requests);
    }

    /** Of the main trail, with what the totals of the agent add. */
    List<ModelUsage> usage() {
        return booked.addedTo(main.usage());
    }

    /** The agent's own cost; null for none. */
    OwnCost ownCost() {
        return counters == null || counters.totals().isEmpty() ? null : counters.own();
    }

    /** What the session used beside its turns. */
    SessionUsage usage(SessionId session, Prices prices) {
        return new SessionUsage(
                session, origin(), main.agent().product(), booked.rows(prices), prices.version(), limits);
    }

    /** Whether {@link #usage} is the same. */
    boolean isBookedAs(SessionRow other) {
        return booked.equals(other.booked) && (booked.isNothing() || origin().equals(other.origin()));
    }

    private Origin origin() {
        var whose = main.agent().whose();
        return new Origin(whose.project(), whose.host(), whose.user());
    }

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
            for (var part : change.parts()) {
                all = HourUsage.plus(all, part.used());
            }
            return new SubagentPart(agent, times, all);
        }

        SubagentPart dropped(StepRow step) {
            return new SubagentPart(agent.dropped(step), times, usage);
        }
    }
}
