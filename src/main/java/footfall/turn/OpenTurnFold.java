package footfall.turn;

import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Sends snapshots of open turns while they grow, at most one for each trail in {@code INTERVAL}, and null when a
 * turn closes. A change within the interval is sent when it ends. Copies and history send none. A row for each trail
 * records what was sent; everything else is a cache, which is read from the rows of a turn once. The cost of a
 * line does not depend on the length of its turn.
 */
public final class OpenTurnFold {
    /** The row of a trail with a record. */
    public static final RowKind<?> ROW = ShownTurn.KIND;

    public static final Duration INTERVAL = Duration.ofMillis(250);

    /** A trail that is evicted is read again at its next line. */
    private static final int TRAILS_MAX = 1_024;

    private static final int SENT_MAX = 500;

    private TurnRules rules;
    private final Rows rows;
    private final BiConsumer<TrailId, TurnSnapshot> out;
    private final Map<TrailId, GrowingTurn> growing = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<TrailId> pending = new LinkedHashSet<>();
    private final Deque<TrailId> restored = new ArrayDeque<>();

    public OpenTurnFold(TurnRules rules, Rows rows, BiConsumer<TrailId, TurnSnapshot> out) {
        this.rules = rules;
        this.rows = rows;
        this.out = out;
    }

    /** Other prices hold from now on. */
    public void price(Prices prices) {
        rules = rules.with(prices);
    }

    /** Trails whose turn was open when the task started. A record that is not current is sent again. */
    public void restored(Collection<TrailId> open) {
        restored.addAll(open);
    }

    /** A step was added. */
    public void appended(Output.StepAppended appended) {
        var turn = growing.get(appended.turn().trail());
        if (turn != null && turn.index == appended.turn().head().index()) {
            turn.append(appended.step());
        }
    }

    /** A step got its result. */
    public void completed(Output.StepCompleted completed) {
        var turn = growing.get(completed.turn().trail());
        if (turn != null && turn.index == completed.turn().head().index()) {
            turn.complete(completed.step());
        }
    }

    /** A step was dropped: the rest is read again. */
    public void dropped(Output.StepDropped dropped) {
        var id = dropped.turn().trail();
        var turn = growing.get(id);
        if (turn != null && turn.index == dropped.turn().head().index()) {
            hold(id, turn.index, turn);
        }
    }

    /** A line of the trail was processed. */
    public void line(TrailId id, Instant now) {
        var trail = rows.get(FoldRows.trail(id));
        if (trail == null || !isShown(trail)) {
            return;
        }
        var turn = growing.get(id);
        if (turn == null || turn.index != trail.head().index()) {
            turn = hold(id, trail.head().index(), turn);
        }
        if (turn.sentAt == null || !turn.sentAt.plus(INTERVAL).isAfter(now)) {
            send(id, trail, now);
        } else if (pending.add(id)) {
            rows.put(RowKey.all(ShownTurn.KIND, id), new ShownTurn(turn.index, false));
        }
    }

    private static boolean isShown(Trail trail) {
        return trail.live() && trail.hasOpenTurn() && !trail.head().isCopy();
    }

    private GrowingTurn hold(TrailId id, int index, GrowingTurn before) {
        var turn = GrowingTurn.read(rows, id, index);
        turn.sentAt = before == null ? null : before.sentAt;
        growing.put(id, turn);
        if (growing.size() > TRAILS_MAX) {
            var eldest = growing.entrySet().iterator().next();
            if (pending.contains(eldest.getKey())) {
                send(eldest.getKey(), rows.get(FoldRows.trail(eldest.getKey())), eldest.getValue().sentAt);
            }
            growing.remove(eldest.getKey());
        }
        return turn;
    }

    private void send(TrailId id, Trail trail, Instant now) {
        var turn = growing.get(id);
        turn.sentAt = now;
        pending.remove(id);
        rows.put(RowKey.all(ShownTurn.KIND, id), new ShownTurn(turn.index, true));
        out.accept(id, snapshot(id, trail, turn));
    }

    private TurnSnapshot snapshot(TrailId id, Trail trail, GrowingTurn turn) {
        var head = trail.head();
        return new TurnSnapshot(
                new Turn.Id(id.turnId(head.index()), id.session(), id.agent(), head.index()),
                trail.isEnding(),
                new Turn.Size(head.length(), turn.pattern(), rules.isLong(head.length())),
                turn.failures(),
                turn.latestSteps(rows),
                head.startedAt(),
                head.endedAt(),
                head.waitingSince(),
                TurnBuilder.spend(rules, head),
                trail.product(),
                new Origin(TurnBuilder.project(rows, id, trail.project()), trail.host(), trail.user()),
                trail.activity());
    }

    /** Sends what is due, at most {@code SENT_MAX}. Returns when the next is due, null for none. */
    public Instant tick(Instant now) {
        for (int i = 0; i < SENT_MAX && !restored.isEmpty(); i++) {
            restore(restored.removeFirst(), now);
        }
        Instant next = restored.isEmpty() ? null : now;
        int sent = 0;
        for (var id : List.copyOf(pending)) {
            var last = growing.get(id).sentAt;
            var due = last.isAfter(now) ? now : last.plus(INTERVAL); // In the future: the clock was set back.
            if (!due.isAfter(now) && sent++ < SENT_MAX) {
                send(id, rows.get(FoldRows.trail(id)), now);
            } else if (next == null || due.isBefore(next)) {
                next = due;
            }
        }
        return next;
    }

    private void restore(TrailId id, Instant now) {
        var trail = rows.get(FoldRows.trail(id));
        var shown = rows.get(RowKey.all(ShownTurn.KIND, id));
        if (trail != null && shown != null && isShown(trail) && !shown.isCurrent()) {
            line(id, now);
        }
    }

    /** A turn of the trail closed. */
    public void closed(TrailId id, int index) {
        var shown = rows.get(RowKey.all(ShownTurn.KIND, id));
        if (shown != null && shown.index() == index) {
            withdraw(id);
        }
        var turn = growing.get(id);
        if (turn != null && turn.index == index) {
            growing.put(id, turn.closed());
            pending.remove(id);
        }
    }

    /** The state of a trail ended or starts over. */
    public void ended(TrailId id) {
        if (rows.get(RowKey.all(ShownTurn.KIND, id)) != null) {
            withdraw(id);
        }
        growing.remove(id);
        pending.remove(id);
    }

    /** The session was forgotten. */
    public void forget(SessionId session) {
        var shown = new ArrayList<TrailId>();
        rows.each(RowKey.all(ShownTurn.KIND, session), (key, row) -> shown.add(key.trailId()));
        shown.forEach(this::ended);
    }

    private void withdraw(TrailId id) {
        rows.delete(RowKey.all(ShownTurn.KIND, id));
        out.accept(id, null);
    }

    /**
     * The topic {@code open} contains a record of turn {@code index} of a trail. {@code isCurrent}: the turn has
     * not changed since.
     */
    private record ShownTurn(int index, boolean isCurrent) {
        static final RowKind<ShownTurn> KIND = new RowKind<>(10, "shown turn", ShownTurn.class);
    }

    /**
     * The parts of an open turn that would need all of its steps: pattern, failures, and which steps are the
     * latest. Of a size that does not depend on the length of the turn.
     */
    private static final class GrowingTurn {
        /** Of a closed turn. */
        private static final int CLOSED = -1;

        final int index;
        /** When its last record was sent; null when none was. */
        Instant sentAt;

        private final TrailId trail;
        private final Shape shape = new Shape();
        /** One more than is sent: whether the first of these is parallel depends on the step before it. */
        private final Deque<String> latest = new ArrayDeque<>(TurnSnapshot.STEPS_MAX + 2);

        private int length;
        private int failures;

        private GrowingTurn(TrailId trail, int index) {
            this.trail = trail;
            this.index = index;
        }

        /** Reads the steps so far. */
        static GrowingTurn read(Rows rows, TrailId trail, int index) {
            var turn = new GrowingTurn(trail, index);
            for (var step : Emission.steps(rows, trail, index)) {
                turn.append(step);
                turn.complete(step);
            }
            return turn;
        }

        /** Keeps only when its last record was sent. A turn that continues is read again. */
        GrowingTurn closed() {
            var turn = new GrowingTurn(trail, CLOSED);
            turn.sentAt = sentAt;
            return turn;
        }

        void append(StepRow step) {
            length++;
            shape.add(step.use().tool());
            latest.addLast(step.id());
            if (latest.size() > TurnSnapshot.STEPS_MAX + 1) {
                latest.removeFirst();
            }
        }

        void complete(StepRow step) {
            failures += step.result().outcome() == Outcome.ERROR ? 1 : 0;
        }

        String pattern() {
            return shape.text();
        }

        int failures() {
            return failures;
        }

        List<Step> latestSteps(Rows rows) {
            var found = new ArrayList<StepRow>();
            for (var id : latest) {
                found.add(rows.get(FoldRows.step(trail, index, id)));
            }
            var steps = TurnBuilder.steps(found, length - found.size());
            return steps.subList(Math.max(0, steps.size() - TurnSnapshot.STEPS_MAX), steps.size());
        }
    }
}
