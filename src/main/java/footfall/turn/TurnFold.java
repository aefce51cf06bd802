package footfall.turn;

import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Folds lines into turns as {@code topology-docs/turns.md} defines: (rows, line) to (rows, outputs); likewise
 * for a timer and for the end of input. Stateless. A line at or below the high-water mark of its file has no
 * effect, so any part of a file may be replayed.
 */
public final class TurnFold {
    private final TurnRules rules;

    public TurnFold(TurnRules rules) {
        this.rules = Objects.requireNonNull(rules, "rules is null");
    }

    /** Processes the events of one line, each of which comes out as it took effect. Returns whether it was new. */
    public boolean line(Rows rows, Arrival arrival, LineEvents line, Consumer<Output> out) {
        return admit(rows, arrival, line, out).isNew();
    }

    /** {@code turn}: as in {@link LinePlace}, for any line but a prompt. */
    private record Admitted(boolean isNew, int turn) {
        static final Admitted NOT = new Admitted(false, LinePlace.NONE);
    }

    private Admitted admit(Rows rows, Arrival arrival, LineEvents line, Consumer<Output> out) {
        var first = line.first();
        var id = TrailId.of(first.envelope());
        var key = FoldRows.trail(id);
        var stored = rows.get(key);
        int epoch = stored == null || stored.isForgotten()
                ? FoldRows.userForgets(rows).count()
                : stored.epoch();
        var trail = stored == null ? Trail.first(arrival, epoch) : stored.edit();
        var work = new FoldCall(dependencies(rows, out), id, trail);
        if (line.events().size() == 1 && !first.hasPlace()) {
            return stored == null || stored.stub() ? Admitted.NOT : beside(work, arrival, line);
        }
        if (!Marks.admit(work, arrival)) {
            if (arrival.sender() != 0) {
                FoldRows.repeated(rows, arrival.sender());
            }
            out.accept(new Output.Ignored(Output.Ignored.Reason.LINE_SEEN_BEFORE));
            return Admitted.NOT;
        }
        if (!SeenLines.isNew(rows, line)) {
            work.store(); // The mark has moved; nothing else does.
            out.accept(new Output.Ignored(Output.Ignored.Reason.LINE_REPEATED));
            return Admitted.NOT;
        }
        if (stored != null && stored.isForgotten()) {
            trail.begin(arrival, epoch);
        }
        trail.lastArrival = arrival.at(); // Earlier than the previous arrival when the clock was set back.
        trail.live = isLive(trail, arrival, first);
        if (trail.stub) {
            Links.revive(work);
        }
        Links.nameProject(work, first.envelope().project());
        for (var event : line.events()) {
            var named = line.id() == null ? named(trail, event) : event;
            fold(work, arrival.ownedBy(ownerOther(event, arrival)), line, named);
        }
        work.store();
        return new Admitted(true, work.turn);
    }

    /** Moves no mark and no time of the trail, of which there must be lines. */
    private static Admitted beside(FoldCall work, Arrival arrival, LineEvents line) {
        if (!SeenLines.isNew(work.rows, line)) {
            work.ignored(Output.Ignored.Reason.LINE_REPEATED);
            return Admitted.NOT;
        }
        line.first().match(new EventEffects(work, arrival));
        work.store();
        work.out.accept(new Output.Beside(line.first()));
        return work.isOpen() ? new Admitted(true, work.trail.head.index) : Admitted.NOT;
    }

    /** A trail may go on in a file that does not name the model: it is that of the latest message. */
    private static Line named(Trail.Edit trail, Line event) {
        var message = event.message();
        if (message == null) {
            return event;
        }
        trail.model = message.model() == null ? trail.model : message.model();
        boolean isCounted = message.usage() != null && message.model() == null;
        return isCounted && trail.model != null ? event.with(message.by(trail.model)) : event;
    }

    /** The session that owns the event, if it is another one; else null. */
    private static String ownerOther(Line event, Arrival arrival) {
        var owner = event.envelope().copyOf() == null
                ? arrival.copiedFrom()
                : event.envelope().copyOf();
        return event.envelope().session().value().equals(owner) ? null : owner;
    }

    private static void fold(FoldCall work, Arrival arrival, LineEvents line, Line event) {
        var place = EarlierTurns.Place.of(arrival, line.id(), event);
        if (event.ended() != null) {
            EarlierTurns.end(work, event.envelope().at(), event.ended());
        }
        var earlier = EarlierTurns.of(work, place, event);
        if (earlier != null) {
            var effective = EarlierTurns.change(work, earlier, () -> effect(work, arrival, event, place));
            work.out.accept(new Output.LineFolded(counted(line, event, effective), Output.Admission.OWN, null));
            return;
        }
        int turns = work.trail.nextIndex;
        var ownerBefore = work.trail.owner();
        var effective = effect(work, arrival, event, place);
        // An interrupt ends the prompt it belongs to.
        var owner = event instanceof Line.Interrupt ? ownerBefore : work.trail.owner();
        var admission = Output.Admission.of(owner, work.trail.nextIndex > turns);
        work.out.accept(new Output.LineFolded(counted(line, event, effective), admission, owner));
    }

    /** What counts in the session: of a line with an ID, which is no repetition, all; else what took effect. */
    private static Line counted(LineEvents line, Line event, Line effective) {
        if (line.id() != null) {
            return event;
        }
        return effective == null ? Line.UserText.nothing(event.envelope()) : effective;
    }

    private static Line effect(FoldCall work, Arrival arrival, Line event, EarlierTurns.Place place) {
        var effective = event.match(new EventEffects(work, arrival));
        var head = work.trail.head;
        work.turn = head == null ? LinePlace.NONE : head.index;
        if (head != null && place.line() != null && work.trail.state != Trail.State.PENDING) {
            head.line = place.line();
        }
        return effective;
    }

    /**
     * Processes one line as {@link #line} does, and returns where it belongs; empty when it was refused. {@code says}:
     * the line as it says by itself.
     */
    public Optional<LinePlace> place(Rows rows, Arrival arrival, LineEvents line, Line says, Consumer<Output> out) {
        var place = new LinePlace.Finder(rows);
        var admitted = admit(rows, arrival, line, output -> {
            place.accept(output);
            out.accept(output);
        });
        return admitted.isNew
                ? Optional.of(place.of(says, line.events().get(0).envelope().at(), admitted.turn))
                : Optional.empty();
    }

    /** A line without a time counts as being as old as the previous one. */
    private boolean isLive(Trail.Edit trail, Arrival arrival, Line line) {
        var at = line.envelope().at();
        return at == null
                ? trail.live
                : !at.isBefore(arrival.at().minus(rules.timers().watch().maxAge()));
    }

    /**
     * Runs due timers of a trail: emits its turn as if no more lines came, reports that it is still open, or
     * expires the trail. Does nothing while the trail's task has a backlog.
     */
    public void timer(Rows rows, TrailId id, Tick tick, Consumer<Output> out) {
        var stored = rows.get(FoldRows.trail(id));
        if (tick.isBehind() || stored == null) {
            return;
        }
        var work = new FoldCall(dependencies(rows, out), id, stored.edit());
        if (!stored.due(rules.timers()).isAfter(tick.now())) {
            fire(work, stored, tick.now());
        } else {
            work.rearm();
        }
    }

    private void fire(FoldCall work, Trail stored, Instant now) {
        boolean headIsDue = stored.isHeadDue(rules.timers(), now);
        boolean touchedIsDue = stored.isTouchedDue(rules.timers(), now);
        boolean watchIsDue = stored.isWatchDue(rules.timers().watch(), now);
        boolean rereadIsDue = stored.isRereadDue(rules.timers(), now);
        if (!headIsDue && !touchedIsDue && !watchIsDue && !rereadIsDue) {
            Expiry.of(work);
            return;
        }
        if (touchedIsDue) {
            settleTouched(work);
        }
        if (rereadIsDue) {
            Rereading.settle(work, now);
        }
        if (headIsDue) {
            Emission.emit(work, work.trail.head);
        } else if (watchIsDue) {
            var open = Duration.between(stored.openSince(), now);
            work.trail.head.watched = rules.timers().watch().passed(open);
            work.out.accept(new Output.StillOpen(work.current(), open));
        }
        work.rearm();
    }

    /** The clock was set back to before the trail's last arrival: restarts its timers from {@code now}. */
    public void setBack(Rows rows, TrailId id, Instant now) {
        var stored = rows.get(FoldRows.trail(id));
        if (stored == null) {
            return;
        }
        var work = new FoldCall(dependencies(rows, output -> {}), id, stored.edit());
        work.trail.lastArrival = notAfter(stored.lastArrival(), now);
        work.trail.touched = notAfter(stored.touched(), now);
        work.trail.rereads = notAfter(stored.rereads(), now);
        if (work.trail.head != null) {
            work.trail.head.waiting = null; // Until it is said again.
        }
        work.rearm();
    }

    private static Instant notAfter(Instant one, Instant now) {
        return one != null && one.isAfter(now) ? now : one;
    }

    /** End of input: emits what has not been emitted. */
    public void end(Rows rows, TrailId id, Consumer<Output> out) {
        var stored = rows.get(FoldRows.trail(id));
        if (stored == null) {
            return;
        }
        var work = new FoldCall(dependencies(rows, out), id, stored.edit());
        if (work.trail.touched != null) {
            settleTouched(work);
        }
        if (work.trail.rereads != null) {
            Rereading.withdrawRest(work);
        }
        if (work.trail.head != null && work.trail.head.dirty) {
            Emission.emit(work, work.trail.head);
        }
        work.rearm();
    }

    /**
     * Forgets the lines of a session so far: withdraws its emitted turns and deletes its rows, but for marks
     * and next index of each trail. Lines that were processed are then still known, and no turn ID is assigned
     * twice.
     */
    public void forget(Rows rows, SessionId session, Consumer<Output> out) {
        for (var kind : List.of(FoldRows.CALL, FoldRows.PARENT, FoldRows.PROJECT)) {
            rows.deleteAll(RowKey.all(kind, session));
        }
        var trails = new TreeMap<TrailId, Trail>();
        rows.each(RowKey.all(FoldRows.TRAIL, session), (key, trail) -> trails.put(key.trailId(), trail));
        trails.forEach((id, trail) -> {
            if (!trail.isForgotten()) {
                Expiry.forget(new FoldCall(dependencies(rows, out), id, trail.edit()));
            }
        });
    }

    /** Other prices: emits the turns of a session whose steps are kept again, where they change. */
    public void reprice(Rows rows, SessionId session, Consumer<Output> out) {
        var trails = new TreeMap<TrailId, Trail>();
        rows.each(RowKey.all(FoldRows.TRAIL, session), (key, trail) -> trails.put(key.trailId(), trail));
        trails.forEach((id, trail) -> {
            if (!trail.stub()) {
                var work = new FoldCall(dependencies(rows, out), id, trail.edit());
                Emission.reprice(work);
                work.rearm();
            }
        });
    }

    /**
     * Other prices: the turn with them, and what follows; {@code turn} is as it was emitted. Empty when nothing
     * changes, its rows are not kept, or it was emitted again since.
     */
    public Optional<Repriced> reprice(Rows rows, Turn turn) {
        var id = new TrailId(turn.id().sessionId(), turn.id().agentId());
        var key = RowKey.turn(FoldRows.EMITTED, id, turn.id().index());
        var last = rows.get(key);
        if (last == null || last.revision() != turn.revision()) {
            return Optional.empty();
        }
        var repriced = Repriced.of(turn, last, rules);
        repriced.ifPresent(now -> rows.put(key, now.emitted(last)));
        return repriced;
    }

    private FoldCall.Dependencies dependencies(Rows rows, Consumer<Output> out) {
        return new FoldCall.Dependencies(rules, rows, out);
    }

    /** The tools of a turn so far. */
    public static String patternSoFar(Rows rows, TrailId trail, int index) {
        return Shape.of(steps(rows, trail, index).stream()
                .map(step -> step.use().tool())
                .toList());
    }

    /** The stored steps of a turn in order. */
    public static List<StepRow> steps(Rows rows, TrailId trail, int index) {
        return Emission.steps(rows, trail, index);
    }

    /** The current turn of a trail, with the next revision; changes nothing. */
    public Optional<Turn> asItIs(Rows rows, TrailId id) {
        var stored = rows.get(FoldRows.trail(id));
        if (stored == null || stored.head() == null) {
            return Optional.empty();
        }
        var work = new FoldCall(dependencies(rows, output -> {}), id, stored.edit());
        var emitted = rows.get(RowKey.turn(FoldRows.EMITTED, id, stored.head().index()));
        return Optional.of(Emission.asItIs(work, stored.head())
                .revised(emitted == null ? 0 : emitted.revision() + 1)
                .shown(rules.stepsMax())
                .stillOpen());
    }

    /** Checks emitted turns again after another trail changed their values. An open turn has its own timer. */
    private static void settleTouched(FoldCall work) {
        work.trail.touched = null;
        Emission.emitPast(work);
        var head = work.trail.head;
        if (head != null && head.emissions > 0 && !head.dirty) {
            Emission.emit(work, head);
        }
    }

    /**
     * The expiry of a trail: first to a stub, so that no turn ID is assigned twice; then the stub loses what its turns
     * emitted, which are no longer on topics; then it ends. A trail that is forgotten becomes a stub at once.
     */
    private static final class Expiry {
        static void of(FoldCall work) {
            if (work.trail.stub && work.trail.keepsTurns) {
                dropTurns(work);
                work.rearm();
                return;
            }
            work.out.accept(new Output.Expired(work.id, work.trail.stub));
            if (work.trail.stub) {
                work.rows.moveDeadline(work.id, work.trail.deadline, null);
                work.rows.deleteAll(RowKey.all(FoldRows.EMITTED, work.id));
                work.rows.delete(FoldRows.trail(work.id));
                forgetLines(work);
                return;
            }
            shrink(work);
            forgetLines(work);
            work.trail.keepsTurns = true;
            work.rearm();
        }

        /**
         * After the last trail of a session. Those of a forgotten one are kept as its marks are, so that it stays so.
         */
        private static void forgetLines(FoldCall work) {
            if (isLastOfSession(work)) {
                work.rows.deleteAll(RowKey.all(FoldRows.SEEN, work.id.session()));
            }
        }

        /** All but those of the last: its revisions go on if it is emitted again. */
        private static void dropTurns(FoldCall work) {
            int last = work.trail.nextIndex - 1;
            work.rows.each(RowKey.all(FoldRows.EMITTED, work.id), (key, emitted) -> {
                if (key.index() != last) {
                    work.rows.delete(key);
                }
            });
            work.trail.keepsTurns = false;
        }

        /** Withdraws every emitted turn; an open one ends, without a name of a project, host or user. */
        static void forget(FoldCall work) {
            var trail = work.trail;
            trail.project = null;
            trail.host = null;
            trail.user = null;
            if (trail.head != null && trail.head.dirty) {
                work.out.accept(new Output.TurnUnchanged(work.id, Emission.asItIs(work, trail.head.done())));
            }
            var emitted = new TreeMap<Integer, Emitted>();
            work.rows.each(RowKey.all(FoldRows.EMITTED, work.id), (key, last) -> emitted.put(key.index(), last));
            emitted.forEach((index, last) -> work.out.accept(new Output.TurnWithdrawn(work.id, index, last)));
            trail.forgotten = trail.marks;
            shrink(work);
            work.rows.deleteAll(RowKey.all(FoldRows.EMITTED, work.id));
            trail.live = false;
            trail.keepsTurns = false;
            trail.epoch = Trail.FORGOTTEN;
            work.rearm();
        }

        private static void shrink(FoldCall work) {
            var trail = work.trail;
            work.rows.each(RowKey.all(FoldRows.PAST, work.id), (key, head) -> {
                Emission.delete(work, head.index());
                work.rows.delete(key);
            });
            if (trail.head != null) {
                Emission.delete(work, trail.head.index);
            }
            trail.nextIndex = Math.max(trail.nextIndex, nextUnusedIndex(work));
            if (isLastOfSession(work)) {
                work.rows.deleteAll(RowKey.all(FoldRows.CALL, work.id.session()));
                work.rows.deleteAll(RowKey.all(FoldRows.PARENT, work.id.session()));
                work.rows.deleteAll(RowKey.all(FoldRows.PROJECT, work.id.session()));
            }
            trail.state = Trail.State.IDLE;
            trail.pending = null;
            trail.head = null;
            trail.compactions = 0;
            trail.earlier = List.of();
            trail.touched = null;
            trail.rereads = null;
            trail.agent = null;
            trail.stub = true;
            trail.skipped = false;
        }

        /**
         * The index after every emitted turn: a file that was replaced by a shorter one may have left turns after
         * its end.
         */
        private static int nextUnusedIndex(FoldCall work) {
            var next = new int[1];
            work.rows.each(
                    RowKey.all(FoldRows.EMITTED, work.id),
                    (key, emitted) -> next[0] = Math.max(next[0], key.index() + 1));
            return next[0];
        }

        /** Data shared among the trails of a session is kept as long as one of them. */
        private static boolean isLastOfSession(FoldCall work) {
            var living = new boolean[1];
            work.rows.each(
                    RowKey.all(FoldRows.TRAIL, work.id.session()),
                    (key, trail) -> living[0] |= !trail.stub() && !key.trailId().equals(work.id));
            return !living[0];
        }
    }

    /**
     * An instant at which timers may fire, as ingestion time. {@code isBehind}: the trail's task has a backlog
     * older than {@code stopGrace}; its lines may continue the turn, so nothing fires.
     */
    public record Tick(Instant now, boolean isBehind) {
        public Tick {
            Objects.requireNonNull(now, "now is null");
        }
    }
}
