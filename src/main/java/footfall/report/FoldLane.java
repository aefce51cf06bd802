package footfall.report;

import footfall.line.LineEvents;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.tail.Transcript;
import footfall.turn.Arrival;
import footfall.turn.Emitted;
import footfall.turn.FoldRows;
import footfall.turn.Output;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The fold of some sessions, which depends on no line of others: its lines in the order of their files, then their end.
 * It is called by one thread, and folds on others, many lines at a time and one after another.
 */
final class FoldLane {
    private static final int BATCH_LINES = 256;
    private static final int BATCHES_MAX = 4;
    private static final int LOOK_MS = 200;

    private final TurnFold fold;
    private final FileSessions sessions;
    private final Turns turns;
    private final MemoryRows rows = new MemoryRows();
    private final DroppedSteps dropped = new DroppedSteps();
    private final ArrayDeque<CompletableFuture<Void>> underWay = new ArrayDeque<>();
    private boolean hasLetGo;
    private volatile Throwable lost;
    private List<Arrived> batch = new ArrayList<>(BATCH_LINES);

    FoldLane(TurnRules rules, Turns turns) {
        this.fold = new TurnFold(rules);
        this.sessions = new FileSessions(rules);
        this.turns = turns;
    }

    /** Gets each revision of each turn. */
    interface Turns {
        /** Returns whether it holds the turn. */
        boolean accept(Turn turn);
    }

    /** What a line says; {@code number} counts the lines of the file. */
    record Arrived(Transcript file, long number, Arrival at, LineEvents events) {}

    void add(Arrived line, Executor threads) {
        batch.add(line);
        if (batch.size() == BATCH_LINES) {
            submit(threads);
        }
    }

    /** After the last line. */
    void end(Executor threads) {
        submit(threads);
        then(() -> rows.trails(FoldRows.TRAIL).forEach(trail -> fold.end(rows, trail, this::accept)), threads);
    }

    private void submit(Executor threads) {
        var lines = batch;
        batch = new ArrayList<>(BATCH_LINES);
        then(() -> lines.forEach(this::fold), threads);
    }

    private void then(Runnable next, Executor threads) {
        underWay.add(
                underWay.isEmpty()
                        ? CompletableFuture.runAsync(next, threads)
                        : underWay.getLast().thenRunAsync(next, threads));
        if (underWay.size() > BATCHES_MAX) {
            join(underWay.remove());
        }
    }

    /** Until all of it is folded. Throws what the fold threw. */
    void join() {
        underWay.forEach(this::join);
        underWay.clear();
    }

    /** A thread ended between two tasks: without memory it cannot even say that a task is done. */
    void lost(Throwable why) {
        lost = why;
    }

    private void join(CompletableFuture<Void> one) {
        while (true) {
            try {
                one.get(LOOK_MS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException later) {
                if (lost != null) {
                    throw thrown(lost);
                }
            } catch (ExecutionException failed) {
                throw thrown(failed.getCause());
            } catch (InterruptedException stopped) {
                throw new IllegalStateException(stopped);
            }
        }
    }

    private static RuntimeException thrown(Throwable why) {
        if (why instanceof Error error) {
            throw error;
        }
        return (RuntimeException) why;
    }

    private void fold(Arrived line) {
        sessions.at(line.file, line.number);
        fold.line(rows, line.at, line.events, this::counted);
    }

    /** Of a line that counts. */
    private void counted(Output output) {
        if (output instanceof Output.LineFolded resolved) {
            sessions.line(resolved.line(), resolved.admission());
        } else {
            accept(output);
        }
    }

    void accept(Output output) {
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

    TurnFold fold() {
        return fold;
    }

    MemoryRows rows() {
        return rows;
    }

    /** The steps that the turns lost again. */
    DroppedSteps dropped() {
        return dropped;
    }

    /** What the sessions used beside their turns. */
    List<FileSessions.Used> besideMessages() {
        return sessions.usage();
    }
}
