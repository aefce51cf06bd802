package footfall.alert;

import footfall.line.Intent;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.RowKind;
import footfall.row.Rows;
import footfall.turn.Output;
import footfall.turn.StepRow;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Alerts on one turn: raises each level of a kind once while the turn is open, and clears them when the turn closes.
 * Those of a streak, a loop or a question are cleared when it ends, and may be raised again. Reads and writes at most
 * one row of fixed size per trail, and none for history and copies.
 */
public final class TurnAlerts {
    /** The row of a trail. */
    public static final RowKind<?> ROW = TurnRow.KIND;

    private final AlertRules rules;

    public TurnAlerts(AlertRules rules) {
        this.rules = rules;
    }

    /** A step was added, ingested at {@code arrival}. */
    public void appended(Rows rows, Output.StepAppended step, Instant arrival, Consumer<Alert> out) {
        if (!isNews(step.turn(), step.lineAt(), arrival)) {
            return;
        }
        var raising = new Emitter(rows, step.turn(), arrival, out);
        var row = raising.row();
        var loop = row.loop().after(asked(step.step()), step.step().batch());
        rows.put(raising.key, row.with(loop));
        raising.raise(Alert.Kind.LENGTH, step.turn().head().length() - (step.replaces() ? 1 : 0));
        raising.raise(Alert.Kind.REPEAT_LOOP, loop.rounds());
    }

    /** A step was dropped, by a line ingested at {@code arrival}: reads the loop of the others. */
    public void dropped(Rows rows, Output.StepDropped step, Instant arrival, Consumer<Alert> out) {
        if (!isNews(step.turn(), step.lineAt(), arrival)) {
            return;
        }
        var raising = new Emitter(rows, step.turn(), arrival, out);
        var row = raising.row();
        var loop = OpenLoop.unknown(row.loop().mostRounds());
        var turn = step.turn();
        for (var left : TurnFold.steps(rows, turn.trail(), turn.head().index())) {
            loop = loop.after(asked(left), left.batch());
        }
        rows.put(raising.key, row.with(loop));
        raising.ended(row, Alert.Kind.REPEAT_LOOP, loop.isOver());
        raising.raise(Alert.Kind.REPEAT_LOOP, loop.rounds());
    }

    /**
     * Equal for calls that ask for the same thing. What waits for something asks again, and of an edit, or a call whose
     * input is not known, nobody can say that it does: each is like no other.
     */
    private static String asked(StepRow step) {
        var use = step.use();
        var target = step.target();
        boolean isWhole = target != null && !target.part() && use.intent().equals(Intent.READ);
        boolean isKnown = (step.input() != null || isWhole) && !use.intent().equals(Intent.WAIT);
        var thing = isKnown ? (target == null ? "" : target.value()) + " " + step.input() : "" + step.order();
        return use.tool() + " " + thing;
    }

    /** A call was completed, ingested at {@code arrival}. */
    public void completed(Rows rows, Output.StepCompleted step, Instant arrival, Consumer<Alert> out) {
        if (!isNews(step.turn(), step.lineAt(), arrival)) {
            return;
        }
        var raising = new Emitter(rows, step.turn(), arrival, out);
        var row = raising.row();
        var streak = row.streak().after(step.step().result().outcome());
        if (!streak.equals(row.streak())) {
            rows.put(raising.key, row.with(streak));
        }
        raising.ended(row, Alert.Kind.ERROR_STREAK, streak.length() == 0);
        // The step of a script that runs is expected to be dropped: the loop may go on without it.
        raising.ended(row, Alert.Kind.REPEAT_LOOP, row.loop().isOver() && !step.replaces());
        // A late result of a closed turn raises no alert.
        if (step.turn().head().closedBy() == null) {
            raising.raise(Alert.Kind.ERROR_STREAK, streak.length());
        }
    }

    /** A turn has been open for long; its trail is live. */
    public void stillOpen(Rows rows, Output.StillOpen open, Instant now, Consumer<Alert> out) {
        if (!open.turn().head().isCopy()) {
            new Emitter(rows, open.turn(), now, out)
                    .raise(Alert.Kind.DURATION, open.open().toMillis());
        }
    }

    /** The agent of a turn waits for a person, or no longer: each question has levels of its own. */
    public void waits(Rows rows, Output.Waits waits, Instant arrival, Consumer<Alert> out) {
        var raising = new Emitter(rows, waits.turn(), arrival, out);
        if (waits.since() == null) {
            raising.clear(Alert.Kind.WAITING);
        } else if (isNews(waits.turn(), waits.saidAt(), arrival)) {
            raising.raise(
                    Alert.Kind.WAITING,
                    Duration.between(waits.since(), waits.saidAt()).toMillis());
        }
    }

    /** The highest active level of a turn, 0 for none; without that of its questions, which come and go. */
    public static int standing(Rows rows, TrailId trail, int turn) {
        var row = rows.get(RowKey.all(TurnRow.KIND, trail));
        return row == null || row.index() != turn
                ? 0
                : row.raised().entrySet().stream()
                        .filter(raised -> raised.getKey() != Alert.Kind.WAITING)
                        .mapToInt(raised -> raised.getValue().standing())
                        .max()
                        .orElse(0);
    }

    private boolean isNews(Output.Current turn, Instant lineAt, Instant arrival) {
        return turn.isLatest()
                && !turn.head().isCopy()
                && lineAt != null
                && !lineAt.isBefore(arrival.minus(rules.alertMaxAge()));
    }

    /** Raises alerts of one turn at one instant. */
    private final class Emitter {
        private final Rows rows;
        private final Output.Current turn;
        private final Instant now;
        private final Consumer<Alert> out;
        private final RowKey<TurnRow> key;

        Emitter(Rows rows, Output.Current turn, Instant now, Consumer<Alert> out) {
            this.rows = rows;
            this.turn = turn;
            this.now = now;
            this.out = out;
            this.key = RowKey.all(TurnRow.KIND, turn.trail());
        }

        TurnRow row() {
            var stored = rows.get(key);
            int index = turn.head().index();
            return stored != null && stored.index() == index ? stored : TurnRow.of(index);
        }

        /** Of several levels reached at once, only the highest is raised. */
        void raise(Alert.Kind kind, long value) {
            int level = rules.level(kind, value);
            if (level == 0) {
                return;
            }
            var row = row();
            if (level > row.raised(kind).level()) {
                rows.put(key, row.with(kind, row.raised(kind).with(level, now)));
                out.accept(alert(kind, level, Alert.State.RAISED, new RaisedValue(value, now)));
            }
        }

        /** Clears the levels of a kind, if there are any and what they are about is over. */
        void ended(TurnRow before, Alert.Kind kind, boolean isOver) {
            if (isOver && before.raised(kind).standing() > 0) {
                clear(kind);
            }
        }

        /** Clears the active levels of a kind, which may be raised again. */
        void clear(Alert.Kind kind) {
            var row = row();
            row.raised(kind).active().forEach((level, at) -> {
                var last = new RaisedValue(reached(kind, row, level, Duration.between(at, now)), at);
                out.accept(alert(kind, level, Alert.State.CLEARED, last));
            });
            if (row.raised(kind).standing() > 0) {
                rows.put(key, row.with(kind, Levels.NONE));
            }
        }

        private Alert alert(Alert.Kind kind, int level, Alert.State state, RaisedValue last) {
            var head = turn.head();
            var turnId = turn.trail().turnId(head.index());
            return new Alert(
                    id(turnId, kind, level),
                    kind,
                    level,
                    state,
                    last.value,
                    rules.limit(kind, level),
                    turnId,
                    turn.trail().session(),
                    TurnFold.patternSoFar(rows, turn.trail(), head.index()),
                    turn.product(),
                    turn.origin(),
                    head.startedAt(),
                    last.raisedAt);
        }
    }

    /** A turn closed or was emitted again: clears its active alerts. */
    public void closed(Rows rows, Output.Closed closed, Instant now, Consumer<Alert> out) {
        var key = RowKey.all(TurnRow.KIND, closed.trail());
        var turn = closed.turn();
        var row = rows.get(key);
        if (row == null || row.index() != turn.id().index() || row.raised().isEmpty()) {
            return;
        }
        var after = row;
        for (var kind : TurnRow.KINDS) {
            var levels = row.raised(kind);
            levels.active().forEach((level, at) -> {
                long value = switch (kind) {
                    case LENGTH -> turn.size().length();
                    case DURATION ->
                        turn.span().startedAt() == null
                                ? 0
                                : passed(Duration.between(turn.span().startedAt(), now));
                    default -> reached(kind, row, level, Duration.between(at, now));
                };
                out.accept(cleared(turn, kind, level, new RaisedValue(value, at)));
            });
            if (levels.standing() > 0) {
                after = after.with(kind, kind == Alert.Kind.WAITING ? Levels.NONE : levels.allCleared());
            }
        }
        if (!after.equals(row)) {
            rows.put(key, after);
        }
    }

    /** The trail's state expired or was reset. */
    public void delete(Rows rows, TrailId trail) {
        rows.delete(RowKey.all(TurnRow.KIND, trail));
    }

    /** The session was forgotten. */
    public void forget(Rows rows, SessionId session) {
        rows.deleteAll(RowKey.all(TurnRow.KIND, session));
    }

    private record RaisedValue(long value, Instant raisedAt) {}

    /** What the row of a turn says of a level that was raised so long ago. */
    private long reached(Alert.Kind kind, TurnRow row, int level, Duration ago) {
        return switch (kind) {
            case ERROR_STREAK -> row.streak().longest();
            case REPEAT_LOOP -> row.loop().mostRounds();
            case WAITING -> rules.limit(kind, level) + passed(ago);
            case LENGTH, DURATION, OUTAGE, BUDGET -> throw new IllegalArgumentException(kind + " is not in the row");
        };
    }

    /** A clock may have been set back. */
    private static long passed(Duration time) {
        return Math.max(0, time.toMillis());
    }

    private Alert cleared(Turn turn, Alert.Kind kind, int level, RaisedValue last) {
        return new Alert(
                id(turn.id().turnId(), kind, level),
                kind,
                level,
                Alert.State.CLEARED,
                last.value,
                rules.limit(kind, level),
                turn.id().turnId(),
                turn.id().sessionId(),
                turn.size().pattern(),
                turn.product(),
                turn.origin(),
                turn.span().startedAt(),
                last.raisedAt);
    }

    private static String id(String turnId, Alert.Kind kind, int level) {
        return turnId + ":" + kind.word() + ":" + level;
    }

    /**
     * The alert state of turn {@code index} of a trail, the last turn that had any: raised levels by kind, the streak
     * of failed calls, and the loop at the last step. Of fixed size.
     */
    record TurnRow(int index, Map<Alert.Kind, Levels> raised, Streak streak, OpenLoop loop) {
        /** The row of a trail. */
        static final RowKind<TurnRow> KIND = new RowKind<>(20, "raised", TurnRow.class);

        /** The kinds that are raised by the state of a turn. */
        static final List<Alert.Kind> KINDS = List.of(
                Alert.Kind.LENGTH,
                Alert.Kind.DURATION,
                Alert.Kind.ERROR_STREAK,
                Alert.Kind.REPEAT_LOOP,
                Alert.Kind.WAITING);

        TurnRow {
            raised = Map.copyOf(raised);
        }

        static TurnRow of(int index) {
            return new TurnRow(index, Map.of(), Streak.NONE, OpenLoop.NONE);
        }

        Levels raised(Alert.Kind kind) {
            return raised.getOrDefault(kind, Levels.NONE);
        }

        TurnRow with(Alert.Kind kind, Levels levels) {
            var all = new EnumMap<Alert.Kind, Levels>(Alert.Kind.class);
            all.putAll(raised);
            all.put(kind, levels);
            return new TurnRow(index, all, streak, loop);
        }

        TurnRow with(Streak failures) {
            return new TurnRow(index, raised, failures, loop);
        }

        TurnRow with(OpenLoop atEnd) {
            return new TurnRow(index, raised, streak, atEnd);
        }

        /**
         * Failed calls of a turn in a row, in the order of their results; {@code longest} is the longest streak so far.
         * Calls that did not run to their end are ignored,
         * except rejected ones: a person has seen them. Any other outcome ends a streak.
         */
        record Streak(int length, int longest) {
            static final Streak NONE = new Streak(0, 0);

            /** The state after one more completed call. */
            Streak after(Outcome outcome) {
                int failed = switch (outcome) {
                    case ERROR -> length + 1;
                    case DENIED, INTERRUPTED, CANCELLED -> length;
                    case OK, REJECTED, PENDING -> 0;
                };
                return new Streak(failed, Math.max(longest, failed));
            }
        }
    }
}
