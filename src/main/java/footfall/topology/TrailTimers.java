package footfall.topology;

import footfall.line.Envelope;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.turn.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Fires the due timers of trails and sessions of one partition. A tick handles at most {@code DUE_MAX} of
 * each, then yields; its cost depends on due timers, not on open ones.
 */
final class TrailTimers {
    private static final int DUE_MAX = 500;
    private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);

    /** The task requests a commit once nothing is left, so several commits may lie between. */
    private static final int QUIET_TICKS = 3;

    /** More sessions than one file usually contains lines of. */
    private static final int RECENT_MAX = 16;

    private final RowStore store;
    private final StoreRows deadlines;
    private final Assembler assembler;
    private final Input input;
    private final Duration stopGrace;
    private final Duration sessionInterval;
    private final Map<SessionId, Set<TrailId>> recent = new LinkedHashMap<>(2 * RECENT_MAX, 0.75f, true);
    private List<TrailId> ahead = List.of();
    private boolean mayBeAhead = true;
    private int quietTicks;

    TrailTimers(RowStore store, Assembler assembler, Input input, TopologySettings settings) {
        this.store = store;
        this.deadlines = store.deadlines();
        this.assembler = assembler;
        this.input = input;
        this.stopGrace = settings.turnRules().timers().stopGrace();
        this.sessionInterval = settings.sessionInterval();
    }

    /** {@code ahead}: trails whose last arrival is in the future; the next tick corrects them. */
    TrailTimers withFutureTrails(List<TrailId> ahead) {
        this.ahead = ahead;
        return this;
    }

    /**
     * A line was processed. Files are sent one after the other, so in a one-shot run a session is emitted as
     * soon as other sessions follow it: its rows are then written once, at the commit of its lines. A later line
     * causes another revision.
     */
    void processed(Envelope line, Instant now) {
        if (!input.mayBeDrained()) {
            return;
        }
        recent.computeIfAbsent(line.session(), none -> new TreeSet<>()).add(new TrailId(line.session(), line.agent()));
        if (recent.size() > RECENT_MAX) {
            var eldest = recent.entrySet().iterator();
            var ended = eldest.next();
            eldest.remove();
            ended.getValue().forEach(trail -> assembler.end(trail, now));
            assembler.summary(ended.getKey());
        }
    }

    /** Returns when the next timer is due, as far as is known: {@code now} when there are more. */
    Instant tick(Instant now) {
        if (input.isToBeDrained()) {
            emitRemaining(now);
            return now;
        }
        if (mayBeAhead) {
            correctFutureDeadlines(now);
        }
        var tick = new Tick(now, input.isBehind(now, stopGrace));
        if (tick.isBehind()) {
            return now.plus(PunctuationSchedule.BEHIND); // Due timers wait.
        }
        deadlines.due(now, DUE_MAX).forEach(trail -> assembler.timer(trail, tick));
        deadlines.dueSessions(now, DUE_MAX).forEach(assembler::summary);
        return input.mayBeDrained() || mayBeAhead ? now : deadlines.nextDue();
    }

    /**
     * When a task starts: no deadline may be further in the future than possible after the clock was set back.
     */
    private void correctFutureDeadlines(Instant now) {
        ahead.forEach(trail -> assembler.setBack(trail, now));
        ahead = List.of();
        var later = deadlines.laterSessions(now.plus(sessionInterval), DUE_MAX);
        later.forEach(assembler::summary);
        mayBeAhead = later.size() == DUE_MAX;
    }

    private void emitRemaining(Instant now) {
        if (!input.isAtTheEnd()) {
            return;
        }
        var unsettled = store.unsettled(DUE_MAX);
        unsettled.forEach(trail -> assembler.end(trail, now));
        var unsent = deadlines.dueSessions(EVER, DUE_MAX);
        unsent.forEach(assembler::summary);
        quietTicks = unsettled.isEmpty() && unsent.isEmpty() ? quietTicks + 1 : 0;
        if (quietTicks == QUIET_TICKS) {
            input.isDrained();
        }
    }
}
