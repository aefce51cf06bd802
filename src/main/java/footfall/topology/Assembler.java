package footfall.topology;

import footfall.alert.Alert;
import footfall.alert.AlertRules;
import footfall.alert.BudgetAlerts;
import footfall.alert.OutageAlerts;
import footfall.alert.TurnAlerts;
import footfall.line.LineEvents;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.pattern.CostDelta;
import footfall.pattern.Deltas;
import footfall.pattern.UsageDelta;
import footfall.row.Rows;
import footfall.session.SessionFold;
import footfall.session.SessionRules;
import footfall.topology.Outlet.Assembly;
import footfall.topology.Outlet.SessionKey;
import footfall.turn.Arrival;
import footfall.turn.Contribution;
import footfall.turn.FoldRows;
import footfall.turn.OpenTurnFold;
import footfall.turn.Output;
import footfall.turn.Prices;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnSnapshot;
import footfall.wire.FittingSummary;
import footfall.wire.FittingTurn;
import footfall.wire.RejectedLine;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** The line folds in sequence: turns, their alerts, sessions. Independent of Kafka. */
final class Assembler {
    private final TopologySettings settings;
    private final TurnAlerts alerts;
    private final AlertRules alertRules;
    private final BudgetAlerts budgets;
    private final OpenTurnFold open;
    private final FittingTurn fitting;
    private final FittingSummary fittingSummary;
    private final SessionFold.State state;
    private final Rows rows;
    private final Outlets out;
    private TurnFold turns;
    private SessionFold sessions;

    /** Where records go, to the outlets of {@link Assembly}; what is only counted; and turns, for metrics. */
    record Outlets(
            Consumer<Outlet.Outgoing<?, ?>> forward, Consumer<String> count, Consumer<Output.TurnEmitted> emitted) {
        /** Without metrics. */
        Outlets(Consumer<Outlet.Outgoing<?, ?>> forward, Consumer<String> count) {
            this(forward, count, emitted -> {});
        }
    }

    Assembler(TopologySettings settings, RowStore store, Outlets out) {
        this.settings = settings;
        this.alerts = new TurnAlerts(settings.alertRules());
        this.alertRules = settings.alertRules();
        this.budgets = new BudgetAlerts(settings.tallies().budgetRules());
        this.fitting = new FittingTurn(settings.recordBytesMax());
        this.fittingSummary = new FittingSummary(settings.recordBytesMax());
        this.rows = store.rows();
        this.state = new SessionFold.State(rows, store.deadlines(), this::booked);
        this.open = new OpenTurnFold(settings.turnRules(), rows, this::snapshot);
        this.out = out;
        settings.turnRules().prices().relisted(FoldRows.priceList(rows)).ifPresent(this::price);
    }

    private void price(Prices prices) {
        turns = new TurnFold(
                settings.turnRules().watching(settings.alertRules().watch()).with(prices));
        sessions = new SessionFold(new SessionRules(settings.sessionInterval(), prices));
        open.price(prices);
    }

    /** Applies a price list from now on, until the settings have a newer one. Returns whether it is one. */
    boolean applyPriceList(String text) {
        var prices = settings.turnRules().prices().relisted(text);
        prices.ifPresent(now -> {
            FoldRows.putPriceList(rows, text);
            price(now);
        });
        return prices.isPresent();
    }

    /** Emits the turns of a session whose steps are kept, its summary and its other usage again with these prices. */
    void reprice(SessionId session, Instant now) {
        turns.reprice(rows, session, output -> output.match(new Effects(now, null)));
        if (sessions.reprice(state, session)) {
            summary(session);
        }
    }

    /** Emits a turn again with these prices; {@code turn} is as it was emitted last. */
    void reprice(Turn turn) {
        turns.reprice(rows, turn).ifPresent(repriced -> {
            var id = repriced.turn().id();
            var key = new SessionKey(id.turnId(), id.sessionId());
            out.forward.accept(Assembly.TURNS.of(key, fitting.of(repriced.turn())));
            contributed(key, repriced.before(), repriced.after());
        });
    }

    private void contributed(SessionKey turn, Contribution before, Contribution after) {
        for (var delta : Deltas.of(turn.text(), turn.session(), before, after)) {
            out.forward.accept(Assembly.DELTAS.of(delta.subject().key(), delta.bytes()));
        }
        send(UsageDelta.of(turn.text(), before, after));
    }

    private void booked(SessionUsage before, SessionUsage after) {
        send(UsageDelta.of(before, after));
    }

    private void send(List<UsageDelta> deltas) {
        for (var delta : deltas) {
            out.forward.accept(Assembly.DELTAS.of(delta.subject().key(), delta.bytes()));
            if (budgets.isOf(delta.subject().origin().project())) {
                var cost = CostDelta.of(delta);
                out.forward.accept(Assembly.DELTAS.of(cost.key(), cost.bytes()));
            }
        }
    }

    /** Returns whether the line was new. */
    boolean line(Arrival arrival, LineEvents line) {
        var effects = new Effects(arrival.at(), arrival);
        boolean isNew = turns.line(rows, arrival, line, output -> output.match(effects));
        if (isNew) {
            open.line(TrailId.of(line.first().envelope()), arrival.at());
        }
        return isNew;
    }

    /** Turns that were open when the task started. */
    void restored(Collection<TrailId> trails) {
        open.restored(trails);
    }

    /** Sends the snapshots that are due. Returns when the next is due, null for none. */
    Instant tick(Instant now) {
        return open.tick(now);
    }

    private void snapshot(TrailId trail, TurnSnapshot turn) {
        var key = new SessionKey(trail.text(), trail.session());
        out.forward.accept(Assembly.OPEN.of(key, turn == null ? null : fitting.of(turn)));
    }

    /** Sends the summary of a session. */
    void summary(SessionId session) {
        sessions.send(state, session)
                .ifPresent(summary ->
                        out.forward.accept(Assembly.SESSIONS.of(session.value(), fittingSummary.of(summary))));
    }

    /**
     * Forgets the lines of a session so far, in every topic that keeps the latest record of a key. Returns the
     * number of turns and invocations.
     */
    int forget(SessionId session, Instant now) {
        var effects = new Effects(now, null);
        var records = new int[1];
        turns.forget(rows, session, output -> {
            records[0] += output instanceof Output.TurnWithdrawn turn
                    ? 1 + turn.last().invocations()
                    : 0;
            output.match(effects);
        });
        open.forget(session);
        alerts.forget(rows, session);
        if (sessions.forget(state, session)) {
            out.forward.accept(Assembly.SESSIONS.of(session.value(), null));
        }
        return records[0];
    }

    void timer(TrailId trail, TurnFold.Tick tick) {
        turns.timer(rows, trail, tick, output -> output.match(new Effects(tick.now(), null)));
    }

    /** The clock was set back to before the trail's last arrival: restarts its timers from {@code now}. */
    void setBack(TrailId trail, Instant now) {
        turns.setBack(rows, trail, now);
    }

    void end(TrailId trail, Instant now) {
        turns.end(rows, trail, output -> output.match(new Effects(now, null)));
    }

    /** What follows from each output of the turn fold; {@code arrival} is null when a timer caused it. */
    private final class Effects implements Output.Cases {
        private final Instant now;
        private final Arrival arrival;

        Effects(Instant now, Arrival arrival) {
            this.now = now;
            this.arrival = arrival;
        }

        @Override
        public void lineFolded(Output.LineFolded resolved) {
            sessions.line(state, arrival, resolved.line(), resolved.admission());
        }

        @Override
        public void turnEmitted(Output.TurnEmitted emitted) {
            var turn = emitted.turn();
            var key = new SessionKey(turn.id().turnId(), turn.id().sessionId());
            out.forward.accept(Assembly.TURNS.of(key, fitting.of(turn)));
            out.emitted.accept(emitted);
            for (var row : emitted.invocations()) {
                out.forward.accept(Assembly.INVOCATIONS.of(invocation(key, row.turnSequence()), row));
            }
            for (int gone = turn.size().length(); gone < emitted.invocationsBefore(); gone++) {
                out.forward.accept(Assembly.INVOCATIONS.of(invocation(key, gone), null));
            }
            open.closed(emitted.trail(), turn.id().index());
            alerts.closed(rows, emitted, now, Assembler.this::alert);
            contributed(key, emitted.before(), emitted.after());
            sessions.changed(state, turn.id().sessionId(), emitted.before(), emitted.after(), now);
        }

        @Override
        public void turnWithdrawn(Output.TurnWithdrawn withdrawn) {
            var trail = withdrawn.trail();
            var key = new SessionKey(trail.turnId(withdrawn.index()), trail.session());
            out.forward.accept(Assembly.TURNS.of(key, null));
            for (int sequence = 0; sequence < withdrawn.last().invocations(); sequence++) {
                out.forward.accept(Assembly.INVOCATIONS.of(invocation(key, sequence), null));
            }
            contributed(key, withdrawn.last().contribution(), null);
            sessions.changed(state, trail.session(), withdrawn.last().contribution(), null, now);
        }

        private static SessionKey invocation(SessionKey turn, int sequence) {
            return new SessionKey(turn.text() + "/" + sequence, turn.session());
        }

        @Override
        public void turnUnchanged(Output.TurnUnchanged same) {
            open.closed(same.trail(), same.turn().id().index());
            alerts.closed(rows, same, now, Assembler.this::alert);
        }

        @Override
        public void stepAppended(Output.StepAppended step) {
            open.appended(step);
            alerts.appended(rows, step, now, Assembler.this::alert);
        }

        @Override
        public void stepCompleted(Output.StepCompleted step) {
            open.completed(step);
            alerts.completed(rows, step, now, Assembler.this::alert);
        }

        @Override
        public void stepDropped(Output.StepDropped step) {
            open.dropped(step);
            alerts.dropped(rows, step, now, Assembler.this::alert);
            sessions.dropped(state, arrival, step);
        }

        @Override
        public void stillOpen(Output.StillOpen turn) {
            alerts.stillOpen(rows, turn, now, Assembler.this::alert);
        }

        @Override
        public void waits(Output.Waits waits) {
            alerts.waits(rows, waits, now, Assembler.this::alert);
        }

        @Override
        public void beside(Output.Beside beside) {
            sessions.beside(state, beside.said(), now);
        }

        @Override
        public void stepFailed(Output.StepFailed failed) {
            if (OutageAlerts.isNews(failed, now, alertRules)) {
                for (var subject : OutageAlerts.subjects(failed.tool())) {
                    out.forward.accept(Assembly.DELTAS.of(
                            TallyFold.failing(subject),
                            TallyFold.failedIn(failed.trail().session())));
                }
            }
        }

        @Override
        public void gap(Output.Gap gap) {
            var missing = gap.offset() - gap.expected();
            var row = new RejectedLine(
                    gap.file().toString(), gap.expected(), missing, RejectedBytes.Reason.GAP, arrival.host());
            out.forward.accept(Assembly.REJECTED.of(row.fileId(), row));
            out.count.accept("gaps");
        }

        @Override
        public void expired(Output.Expired expired) {
            open.ended(expired.trail());
            alerts.delete(rows, expired.trail());
            sessions.expired(rows, expired.trail(), expired.isGone());
            out.count.accept("trails-expired");
        }

        @Override
        public void startedOver(Output.StartedOver again) {
            open.ended(again.trail());
            alerts.delete(rows, again.trail());
            sessions.startedOver(state, again);
        }

        @Override
        public void pooled(Output.Pooled pooled) {
            out.count.accept(pooled.names().word());
        }

        @Override
        public void ignored(Output.Ignored ignored) {
            out.count.accept(ignored.reason().word());
        }
    }

    private void alert(Alert alert) {
        out.forward.accept(Assembly.ALERTS.of(alert.sessionId().value(), alert));
    }
}
