package footfall.turn;

import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.SessionId;
import footfall.line.TrailId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** An output of the fold for a line or a timer. */
public sealed interface Output {
    void match(Cases cases);

    /** A turn closed, by its lines or as if no more came. */
    sealed interface Closed extends Output permits TurnEmitted, TurnUnchanged {
        TrailId trail();

        Turn turn();
    }

    /**
     * A turn closed, or a closed turn changed. {@code invocations} are the steps with changed rows;
     * {@code invocationsBefore}: how many records of steps it had; those beyond its present steps are obsolete.
     * {@code before} and {@code after} the contributions to the tallies, null for none. {@code lastArrival}: of
     * the last line of the trail.
     */
    record TurnEmitted(
            TrailId trail,
            Turn turn,
            List<Invocation> invocations,
            int invocationsBefore,
            Contribution before,
            Contribution after,
            Instant lastArrival)
            implements Closed {
        @Override
        public void match(Cases cases) {
            cases.turnEmitted(this);
        }

        public TurnEmitted {
            invocations = List.copyOf(invocations);
        }
    }

    /** An emitted turn closed again unchanged: there is no new revision. */
    record TurnUnchanged(TrailId trail, Turn turn) implements Closed {
        @Override
        public void match(Cases cases) {
            cases.turnUnchanged(this);
        }
    }

    /** An emitted turn was forgotten; {@code last} describes its last emission. */
    record TurnWithdrawn(TrailId trail, int index, Emitted last) implements Output {
        @Override
        public void match(Cases cases) {
            cases.turnWithdrawn(this);
        }
    }

    /**
     * An event of a new line; comes after the outputs for it, with the decision on it. Of a line without an ID, without
     * what has no effect on turns, as {@link EventEffects} returns it. {@code owner}: the session that owns a copy,
     * else null.
     */
    record LineFolded(Line line, Admission admission, String owner) implements Output {
        @Override
        public void match(Cases cases) {
            cases.lineFolded(this);
        }
    }

    /**
     * The turn that a line changes as it is now, with what the trail knows of its agent, project, host and user.
     * {@code isLatest}: no other turn of the trail has opened since.
     */
    record Current(TrailId trail, Head head, Turn.Product product, Origin origin, boolean isLatest) {}

    /**
     * The current turn got one more step. {@code lineAt} is the line's own time, null when absent. {@code replaces}:
     * the step is a call of a script that runs, whose own step is expected to be dropped.
     */
    record StepAppended(Current turn, StepRow step, Instant lineAt, boolean replaces) implements Output {
        @Override
        public void match(Cases cases) {
            cases.stepAppended(this);
        }
    }

    /** A call of the current turn got its result; {@code lineAt} and {@code replaces} as above. */
    record StepCompleted(Current turn, StepRow step, Instant lineAt, boolean replaces) implements Output {
        @Override
        public void match(Cases cases) {
            cases.stepCompleted(this);
        }
    }

    /** The current turn lost a step, whose call turned out to be none; {@code lineAt} as above. */
    record StepDropped(Current turn, StepRow step, Instant lineAt) implements Output {
        @Override
        public void match(Cases cases) {
            cases.stepDropped(this);
        }
    }

    /** The current turn has been open for this long. */
    record StillOpen(Current turn, Duration open) implements Output {
        @Override
        public void match(Cases cases) {
            cases.stillOpen(this);
        }
    }

    /**
     * The agent of the current turn waits for a person since {@code since}, as it said at {@code saidAt}; null: no
     * longer.
     */
    record Waits(Current turn, Instant since, Instant saidAt) implements Output {
        @Override
        public void match(Cases cases) {
            cases.waits(this);
        }
    }

    /** The agent of a session said something besides its transcript. */
    record Beside(Line said) implements Output {
        @Override
        public void match(Cases cases) {
            cases.beside(this);
        }
    }

    /** A trail expired to a stub, or completely ({@code isGone}). */
    record Expired(TrailId trail, boolean isGone) implements Output {
        @Override
        public void match(Cases cases) {
            cases.expired(this);
        }
    }

    /** The file of a trail was replaced: its earlier lines no longer count. */
    record StartedOver(TrailId trail, boolean isReadAgain) implements Output {
        @Override
        public void match(Cases cases) {
            cases.startedOver(this);
        }
    }

    /** A turn exceeded a maximum number of names: one was counted as {@link TurnRules#OTHER}. */
    record Pooled(Totals.PooledNames names) implements Output {
        @Override
        public void match(Cases cases) {
            cases.pooled(this);
        }
    }

    /** A call of the current turn failed. {@code lineAt} is the time of its result, null when absent. */
    record StepFailed(TrailId trail, String tool, boolean isCopy, Instant lineAt) implements Output {
        @Override
        public void match(Cases cases) {
            cases.stepFailed(this);
        }
    }

    /** Lines of this session are missing before {@code offset}: {@code expected} was sent but not received. */
    record Gap(SessionId session, FileId file, long expected, long offset) implements Output {
        @Override
        public void match(Cases cases) {
            cases.gap(this);
        }
    }

    /** A line or result was ignored. */
    record Ignored(Reason reason) implements Output {
        @Override
        public void match(Cases cases) {
            cases.ignored(this);
        }

        /** The reason; the words are names of counters. */
        public enum Reason {
            LINE_SEEN_BEFORE,
            LINE_REPEATED,
            RESULT_WITHOUT_CALL,
            RESULT_SEEN_BEFORE,
            CALL_SEEN_BEFORE;

            public String word() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }
        }
    }

    /** A method for each kind, so that a new kind does not compile until it is handled. */
    interface Cases {
        void lineFolded(LineFolded resolved);

        void turnEmitted(TurnEmitted emitted);

        void turnUnchanged(TurnUnchanged same);

        void turnWithdrawn(TurnWithdrawn withdrawn);

        void stepAppended(StepAppended step);

        void stepCompleted(StepCompleted step);

        void stepDropped(StepDropped step);

        void stillOpen(StillOpen open);

        void waits(Waits waits);

        void beside(Beside beside);

        void stepFailed(StepFailed failed);

        void gap(Gap gap);

        void expired(Expired expired);

        void startedOver(StartedOver again);

        void pooled(Pooled pooled);

        void ignored(Ignored ignored);
    }

    /** The decision of the turn fold on a line: later folds skip a refused line, and do not count copies. */
    enum Admission {
        /** Ignored: without effect, or seen before. */
        REFUSED,
        OWN,
        /** Part of a copied turn, or of its prompt. */
        COPY,
        /** The first line of a copied turn. */
        COPY_BEGUN;

        public boolean isNew() {
            return this != REFUSED;
        }

        /** Whether the line is in sums. */
        public boolean isCounted() {
            return this == OWN;
        }

        public boolean isCopy() {
            return this == COPY || this == COPY_BEGUN;
        }

        /**
         * {@code owner}: the session that owns the line, if it is another one, else null; {@code isBegun}: of a turn.
         */
        static Admission of(String owner, boolean isBegun) {
            if (owner == null) {
                return OWN;
            }
            return isBegun ? COPY_BEGUN : COPY;
        }
    }
}
