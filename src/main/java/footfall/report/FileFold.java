package footfall.report;

import footfall.line.LineEvents;
import footfall.line.OwnerUuids;
import footfall.line.ParentChain;
import footfall.line.Parsed;
import footfall.line.Resolvers;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.tail.Transcript;
import footfall.turn.Arrival;
import footfall.turn.Emitted;
import footfall.turn.FoldRows;
import footfall.turn.LinePlace;
import footfall.turn.Output;
import footfall.turn.Trail;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The fold of transcript files: the lines of one file after the other, in their order, then the end of all lines.
 * Passes each revision of each turn on when it is emitted. Holds the state of the fold, never lines. Not thread-safe.
 */
final class FileFold {
    private final TurnFold fold;
    private final FileSessions sessions;
    private final OwnerUuids.Owners prompts;
    private final Turns turns;
    private final MemoryRows rows = new MemoryRows();
    private final DroppedSteps dropped = new DroppedSteps();
    private final Consumer<Output> counted = this::counted; // Not made anew for each line.
    private boolean hasLetGo;
    private Transcript reads;
    private Resolvers resolvers = new Resolvers();
    private OwnerUuids owners;
    private ParentChain parents;

    /** {@code prompts}: decides whose a turn is that a fork repeats. */
    FileFold(TurnRules rules, OwnerUuids.Owners prompts, Turns turns) {
        this.fold = new TurnFold(rules);
        this.sessions = new FileSessions(rules);
        this.prompts = prompts;
        this.turns = turns;
    }

    /** Gets each revision of each turn. */
    interface Turns {
        /** Returns whether it holds the turn. */
        boolean accept(Turn turn);
    }

    /** Folds a line, and returns what it means; {@code number} counts the lines of the file. */
    LineEvents line(Transcript file, long number, Parsed.Accepted part) {
        var at = arrival(file, part);
        var events = resolvers.meaning(part.line(), file.id(), file.source());
        if (!events.isEmpty()) {
            sessions.at(file, number);
            fold.line(rows, at, events, counted);
        }
        return events;
    }

    /** After the last line. */
    void end() {
        rows.trails(FoldRows.TRAIL).forEach(trail -> fold.end(rows, trail, this::accept));
    }

    /** Folds one line without counting it; returns its place, empty when the fold refused it. */
    Optional<LinePlace> place(Transcript file, Parsed.Accepted part) {
        var at = arrival(file, part);
        var events = resolvers.meaning(part.line(), file.id(), file.source());
        return events.isEmpty() ? Optional.empty() : fold.place(rows, at, events, part.line(), this::accept);
    }

    /** Folds a line without counting it, and passes on its events. {@code isEvent}: before the first one. */
    void resolve(Transcript file, Parsed.Accepted part, Runnable isEvent, Consumer<Output.LineFolded> lines) {
        var at = arrival(file, part);
        var events = resolvers.meaning(part.line(), file.id(), file.source());
        if (events.isEmpty()) {
            return;
        }
        isEvent.run();
        fold.line(rows, at, events, output -> {
            if (output instanceof Output.LineFolded resolved) {
                lines.accept(resolved);
            } else {
                accept(output);
            }
        });
    }

    /** The state of a trail; null before its first line. */
    Trail trail(TrailId trail) {
        return rows.get(FoldRows.trail(trail));
    }

    /** The last turn of a trail as it is now. */
    Optional<Turn> present(TrailId trail) {
        return fold.asItIs(rows, trail);
    }

    /** The steps that the turns lost again. */
    DroppedSteps dropped() {
        return dropped;
    }

    /** What sessions used beside their turns. */
    List<FileSessions.Used> besideMessages() {
        return sessions.usage();
    }

    /** There are no timers here, so all lines have the same ingestion time. */
    private Arrival arrival(Transcript file, Parsed.Accepted part) {
        if (file != reads) {
            reads = file;
            resolvers = new Resolvers();
            parents = new ParentChain();
            owners = new OwnerUuids(OwnerUuids.State.BEGIN);
        }
        var line = part.line();
        var asked = owners.next(OwnerUuids.Role.of(line), line.envelope());
        var owner = prompts.ownerOther(asked, line.envelope().session().value());
        return new Arrival(file.id(), part.offset(), Arrival.UNKNOWN, Instant.EPOCH, owner, null, null)
                .after(parents.parent(line));
    }

    /** Of a line that counts. */
    private void counted(Output output) {
        if (output instanceof Output.LineFolded resolved) {
            sessions.line(resolved.line(), resolved.admission());
        } else {
            accept(output);
        }
    }

    private void accept(Output output) {
        if (output instanceof Output.TurnEmitted emitted) {
            var trail = emitted.trail();
            int index = emitted.turn().id().index();
            if (!turns.accept(emitted.turn())) {
                letGo(trail, index);
            }
            forgetBefore(trail, index);
        } else if (output instanceof Output.StepDropped step) {
            dropped.add(step);
        }
    }

    /** The hashes in place of the turn; the first time, also of all turns that were held before. */
    private void letGo(TrailId trail, int index) {
        if (hasLetGo) {
            letGo(rows.get(RowKey.turn(FoldRows.EMITTED, trail, index)));
        } else {
            rows.trails(FoldRows.EMITTED)
                    .forEach(one -> rows.each(RowKey.all(FoldRows.EMITTED, one), (key, row) -> letGo(row)));
            hasLetGo = true;
        }
    }

    private static void letGo(Emitted emitted) {
        emitted.fingerprint().value();
        emitted.stepsFingerprint().value();
    }

    /**
     * A turn of the main agent cannot change once the next turn exists, unless its steps are kept, so its emission row
     * is deleted to save memory.
     */
    private void forgetBefore(TrailId trail, int index) {
        if (trail.isMain()
                && index > 0
                && !rows.get(FoldRows.trail(trail)).earlier().contains(index - 1)) {
            rows.delete(RowKey.turn(FoldRows.EMITTED, trail, index - 1));
        }
    }

    /** The steps that turns lost again while they were folded, so that a step that was met before has its sequence. */
    static final class DroppedSteps {
        static final int NONE = -1;

        private final Map<TurnRef, TreeSet<Integer>> orders = new HashMap<>();

        void add(Output.StepDropped dropped) {
            var trail = dropped.turn().trail();
            var turn = new TurnRef(
                    trail.session().value(),
                    trail.agent(),
                    dropped.turn().head().index());
            orders.computeIfAbsent(turn, none -> new TreeSet<>())
                    .add(dropped.step().order());
        }

        /** The sequence of the step with an order; {@link #NONE} if it was dropped. Call it after the last line. */
        int sequence(TurnRef turn, int order) {
            var dropped = orders.get(turn);
            if (dropped == null) {
                return order;
            }
            return dropped.contains(order)
                    ? NONE
                    : order - dropped.headSet(order).size();
        }
    }
}
