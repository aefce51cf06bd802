package footfall.topology;

import footfall.line.TrailId;
import footfall.turn.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Fires the due timers of trails and sessions of one partition. A tick handles at most {@code DUE_MAX} of
 * each, then yields; its cost depends on due timers, not on open ones.
 */
final class TrailTimers {
    private static final int DUE_MAX = 500;
    private static final Instant EVER = Instant.ofEpochMilli(Long.MAX_VALUE);

    /** The task requests a commit once nothing is left, so several commits may lie between. */
    private static final int QUIET_TICKS = 3;

    private final RowStore store;
    private final StoreRows deadlines;
    private final Assembler assembler;
    private final Input input;
    private final Duration stopGrace;
    private final Duration sessionInterval;
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
        return input.mayBeDrained() ? now : deadlines.nextDue();
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
