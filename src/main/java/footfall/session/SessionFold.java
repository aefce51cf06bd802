package footfall.session;

import footfall.line.Changes;
import footfall.line.Dialects;
import footfall.line.Line;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.Rows;
import footfall.session.SessionRow.SubagentPart;
import footfall.turn.AgentActivity;
import footfall.turn.Arrival;
import footfall.turn.Contribution;
import footfall.turn.Cost;
import footfall.turn.FoldRows;
import footfall.turn.ModelUsage;
import footfall.turn.Origin;
import footfall.turn.Output;
import footfall.turn.SessionUsage;
import footfall.turn.Tokens;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Folds events into the running summary of their session: (rows, event) to rows, and rows to summary.
 * Processes the lines that the turn fold accepted as new, so that none counts twice. A line reads and writes
 * the row of its trail and that of its message, independent of the length of the session. While no deadline
 * is set, the last summary sent is current.
 */
public final class SessionFold {
    /** The row kinds. */
    public static final List<RowKind<?>> KINDS = SessionRow.KINDS;

    private final SessionRules rules;

    public SessionFold(SessionRules rules) {
        this.rules = rules;
    }

    /** Where the state of all sessions is stored, and what receives each change of what they used beside turns. */
    public record State(Rows rows, Deadlines deadlines, BiConsumer<SessionUsage, SessionUsage> usage) {}

    /** Adds a line with the turn fold's decision. Copies are not included in sums. */
    public void line(State state, Arrival arrival, Line line, Output.Admission admission) {
        if (!admission.isNew()) {
            return;
        }
        var trail = TrailId.of(line.envelope());
        var session = trail.session();
        var rows = state.rows();
        var before = session(rows, session);
        boolean isOfSubagent = link(rows, session, line);
        var change = admission.isCounted() ? change(rows, trail, line) : null;
        var after = before;
        if (trail.isMain()) {
            after = before.with(main(before.main().seen(arrival, line), line, change, admission));
        } else {
            var key = SessionRow.subagent(session, trail.agent());
            var part = part(rows, key).seen(arrival, line, before.main());
            isOfSubagent |= changed(
                    rows,
                    key,
                    !admission.isCounted() ? part : part.counted(line).spent(change));
        }
        after = isOfSubagent ? after.withSubagents() : after;
        var at = line.envelope().at() == null
                ? before.main().end()
                : line.envelope().at();
        boolean isFirst = !before.main().agent().whose().isKnown() && arrival.skipped() == null;
        boolean isMetered = Dialects.isMeteredByFiles(arrival.file());
        var place = new SessionCounters.Place(isMetered, at, change, isFirst, admission.isCopy());
        after = after.counted(line, place, rules.prices());
        noteCalls(rows, line);
        booked(state, session, before, after);
        if (isOfSubagent || !after.equals(before)) {
            rows.put(SessionRow.key(session), armed(state, session, after, arrival.at()));
        }
    }

    private MessageChange change(Rows rows, TrailId trail, Line line) {
        return MessageChange.of(line, new Metering(rules.prices(), SessionRow.TIMES), (id, now) -> {
            var key = SessionRow.usage(trail, id);
            var before = rows.get(key);
            if (!now.equals(before)) {
                rows.put(key, now);
            }
            return before;
        });
    }

    private void booked(State state, SessionId session, SessionRow before, SessionRow after) {
        if (!before.isBookedAs(after)) {
            state.usage().accept(before.usage(session, rules.prices()), after.usage(session, rules.prices()));
        }
    }

    /** A turn lost a step: its call does not count. */
    public void dropped(State state, Arrival arrival, Output.StepDropped dropped) {
        var trail = dropped.turn().trail();
        if (dropped.turn().head().isCopy()) {
            return;
        }
        var rows = state.rows();
        var row = session(rows, trail.session());
        if (trail.isMain()) {
            row = row.with(row.main().dropped(dropped.step()));
        } else {
            var key = SessionRow.subagent(trail.session(), trail.agent());
            rows.put(key, part(rows, key).dropped(dropped.step()));
        }
        rows.put(SessionRow.key(trail.session()), armed(state, trail.session(), row, arrival.at()));
    }

    /** A turn of the session was emitted or withdrawn: its changes replace those that it had. Either may be null. */
    public void changed(State state, SessionId session, Contribution before, Contribution after, Instant now) {
        var row = state.rows().get(SessionRow.key(session));
        if (row != null && !changes(before).equals(changes(after))) {
            var sum = Changes.sum(Changes.sum(row.changes(), changes(before).negated()), changes(after));
            state.rows().put(SessionRow.key(session), armed(state, session, row.with(sum), now));
        }
    }

    /** The agent said something besides its transcript; what it does is a part of its trail. */
    public void beside(State state, Line said, Instant now) {
        var session = said.envelope().session();
        var row = state.rows().get(SessionRow.key(session));
        if (row != null) {
            var next = said instanceof Line.Requested request ? row.with(Requests.plus(row.requests(), request)) : row;
            state.rows().put(SessionRow.key(session), armed(state, session, next, now));
        }
    }

    private static Changes changes(Contribution turn) {
        return Changes.sum(
                Changes.ZERO,
                turn == null || turn.bill() == null ? null : turn.bill().changes());
    }

    private static MainPart main(MainPart part, Line line, MessageChange change, Output.Admission admission) {
        // A prompt that waits was replaced by another one or interrupted, or the model works on it now.
        boolean isOver = line instanceof Line.Prompt || line instanceof Line.Interrupt;
        var settled = isOver || admission.isCounted() && change != null ? part.settled() : part;
        if (!admission.isCounted()) {
            return admission == Output.Admission.COPY_BEGUN ? settled.copiedTurn() : settled;
        }
        return settled.counted(line).spent(change).reported(line);
    }

    private static SessionRow session(Rows rows, SessionId session) {
        var stored = rows.get(SessionRow.key(session));
        if (stored == null) {
            rows.begin(RowKey.all(SessionRow.USAGE, session));
        }
        return stored == null ? SessionRow.NEW : stored;
    }

    private SessionRow armed(State state, SessionId session, SessionRow row, Instant now) {
        if (row.due() != null) {
            return row;
        }
        var due = now.plus(rules.interval());
        state.deadlines().moveDeadline(session, null, due);
        return row.due(due);
    }

    private static SubagentPart part(Rows rows, RowKey<SubagentPart> key) {
        var stored = rows.get(key);
        return stored == null ? SubagentPart.NONE : stored;
    }

    private static boolean changed(Rows rows, RowKey<SubagentPart> key, SubagentPart now) {
        if (now.equals(rows.get(key))) {
            return false;
        }
        rows.put(key, now);
        return true;
    }

    /** An agent keeps its first call. */
    private static boolean link(Rows rows, SessionId session, Line line) {
        var link = AgentPart.link(line);
        if (link == null || link.toolUseId() == null) {
            return false;
        }
        var key = SessionRow.subagent(session, link.linkedAgent());
        return changed(rows, key, part(rows, key).linkedTo(link.toolUseId()));
    }

    private static void noteCalls(Rows rows, Line line) {
        for (var use : line.toolUses()) {
            if (use.id() != null && use.subagentType() != null) {
                noteCall(rows, SessionRow.call(line.envelope().session(), use.id()), use.subagentType());
            }
        }
    }

    /** A call keeps its first subagent type. */
    private static void noteCall(Rows rows, RowKey<String> call, String type) {
        if (rows.get(call) == null) {
            rows.put(call, type);
        }
    }

    /** The current summary; clears its deadline. Empty when the session was forgotten. */
    public Optional<SessionSummary> send(State state, SessionId session) {
        var row = state.rows().get(SessionRow.key(session));
        if (row == null) {
            return Optional.empty();
        }
        state.deadlines().moveDeadline(session, row.due(), null);
        state.rows().put(SessionRow.key(session), row.due(null));
        return Optional.of(summary(state.rows(), session));
    }

    /** Forgets the lines of a session so far. Returns whether there were any. */
    public boolean forget(State state, SessionId session) {
        var rows = state.rows();
        var row = rows.get(SessionRow.key(session));
        if (row == null) {
            return false;
        }
        state.deadlines().moveDeadline(session, row.due(), null);
        booked(state, session, row, SessionRow.NEW);
        for (var kind : KINDS) {
            rows.deleteAll(RowKey.all(kind, session));
        }
        return true;
    }

    /** Other prices: sends what the session used beside its turns again. Returns whether there is such a session. */
    public boolean reprice(State state, SessionId session) {
        var row = state.rows().get(SessionRow.key(session));
        if (row != null) {
            state.usage().accept(SessionRow.NEW.usage(session, rules.prices()), row.usage(session, rules.prices()));
        }
        return row != null;
    }

    /** The summary of the lines so far. */
    public SessionSummary summary(Rows rows, SessionId session) {
        var row = session(rows, session);
        var main = row.main();
        var agents = new TreeMap<String, AgentPart>();
        var subagentTimes = new ArrayList<Times>();
        var messages = new ArrayList<>(main.usage());
        if (row.hasSubagents()) {
            rows.each(RowKey.all(SessionRow.SUBAGENT, session), (key, part) -> {
                agents.put(key.agent(), part.agent());
                subagentTimes.add(part.times());
                messages.addAll(part.usage());
            });
        }
        var times = new Times(main.start(), main.end()).orOf(subagentTimes);
        var whose = AgentPart.origin(main.agent(), agents.values());
        long subagentsActive =
                agents.values().stream().mapToLong(AgentPart::activeMs).sum();
        var usage = row.usage();
        return new SessionSummary(
                session,
                new Origin(whose.project(), whose.host(), whose.user()),
                AgentPart.product(main.agent(), agents.values()),
                main.turns(),
                times.start(),
                times.end(),
                SessionSummary.Models.of(usage),
                main.tools(),
                Tokens.ofReported(ModelUsage.total(usage)),
                Cost.of(usage, rules.prices()).usd(),
                SessionBill.of(row.booked().addedTo(messages), row.ownCost(), rules.prices()),
                main.agent().activeMs(),
                main.agent().activeMs() + subagentsActive,
                subagents(rows, session, agents),
                row.usage(session, rules.prices()).tokens(),
                row.limits(),
                row.changes(),
                activity(rows, session),
                row.requests());
    }

    private static AgentActivity activity(Rows rows, SessionId session) {
        var trail = rows.get(FoldRows.trail(new TrailId(session, null)));
        return trail == null ? AgentActivity.NONE : trail.activity();
    }

    private static List<SessionSummary.Subagent> subagents(
            Rows rows, SessionId session, TreeMap<String, AgentPart> agents) {
        var active = new ArrayList<SessionSummary.Subagent>();
        agents.forEach((agent, part) -> {
            if (part.tools().total() > 0) {
                // In stream output an agent is identified by its call.
                var type = rows.get(SessionRow.call(session, part.call() == null ? agent : part.call()));
                active.add(new SessionSummary.Subagent(
                        agent, type, part.tools().total(), part.tools().ranked(), part.activeMs()));
            }
        });
        active.sort(SessionSummary.Subagent.BUSIEST_FIRST);
        return active;
    }

    /** A trail's file was replaced, or is read again: its earlier lines no longer count. */
    public void startedOver(State state, Output.StartedOver again) {
        var rows = state.rows();
        var trail = again.trail();
        rows.deleteAll(RowKey.all(SessionRow.USAGE, trail));
        if (trail.isMain()) {
            var row = rows.get(SessionRow.key(trail.session()));
            var begun = row == null ? SessionRow.NEW : row.startedOver(again.isReadAgain());
            booked(state, trail.session(), row == null ? begun : row, begun);
            rows.put(SessionRow.key(trail.session()), begun);
            if (again.isReadAgain()) {
                unlink(rows, trail.session());
            }
        } else {
            var key = SessionRow.subagent(trail.session(), trail.agent());
            rows.put(key, SubagentPart.NONE.linkedTo(part(rows, key).agent().call()));
        }
    }

    /** Which calls run which agents is learned again. */
    private static void unlink(Rows rows, SessionId session) {
        rows.deleteAll(RowKey.all(SessionRow.CALL, session));
        rows.each(RowKey.all(SessionRow.SUBAGENT, session), (key, part) -> rows.put(key, part.unlinked()));
    }

    /**
     * A trail expired. Its messages are deleted, because they get no more lines; its sums are kept as long as
     * the trail's stub, so that the summary is complete if the session continues.
     */
    public void expired(Rows rows, TrailId trail, boolean isGone) {
        var session = trail.session();
        rows.deleteAll(RowKey.all(SessionRow.USAGE, trail));
        if (!trail.isMain() && isGone) {
            rows.delete(SessionRow.subagent(session, trail.agent()));
        }
        if (isGone && (trail.isMain() || isLast(rows, trail))) {
            rows.deleteAll(RowKey.all(SessionRow.SUBAGENT, session));
            rows.deleteAll(RowKey.all(SessionRow.CALL, session));
            rows.delete(SessionRow.key(session));
        }
    }

    /**
     * A session whose main trail never arrived expires with its last subagent that arrived, including agents
     * that were only linked.
     */
    private static boolean isLast(Rows rows, TrailId trail) {
        var others = new boolean[1];
        rows.each(
                RowKey.all(FoldRows.TRAIL, trail.session()),
                (key, other) -> others[0] |= !key.trailId().equals(trail));
        return !others[0];
    }

    /** When the summaries of sessions are due: one deadline per session, in order of time. */
    public interface Deadlines {
        /** Moves the session's deadline; {@code from} and {@code to} are null for none. */
        void moveDeadline(SessionId session, Instant from, Instant to);
    }
}
