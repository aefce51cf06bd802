package footfall.report;

import footfall.turn.Turn;
import footfall.turn.TurnBytes;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The latest revision of every turn in a temporary file, sorted by start. Turns are added in parts without
 * common sessions, such as partitions: memory holds an entry of 200 bytes per turn of the current part, and
 * 12 bytes per turn of complete parts. Iterating merges the parts. Not thread-safe.
 */
public final class SortedTurns implements Iterable<Turn>, AutoCloseable {
    private static final Comparator<Turn> OLDEST_FIRST = Comparator.comparing(
                    (Turn turn) -> turn.span().startedAt(), Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(turn -> turn.id().turnId());

    private final SpillFile file;
    private final Map<String, Place> part = new HashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private long sessions;

    private SortedTurns(SpillFile file) {
        this.file = file;
    }

    private record Place(String sessionId, Instant startedAt, long offset, int bytes) {}

    /** The turns of a complete part, oldest first. */
    private record Run(long[] offsets, int[] bytes) {}

    /** @throws UserError when there is no space for a temporary file */
    public static SortedTurns open() throws UserError {
        try {
            return new SortedTurns(SpillFile.open());
        } catch (UncheckedIOException why) {
            throw SpillFile.noRoom(why);
        }
    }

    /** Replaces the turn's earlier revision; throws {@link UncheckedIOException} when the disk is full. */
    public void put(Turn turn) {
        var bytes = TurnBytes.of(turn);
        part.put(
                turn.id().turnId(),
                new Place(turn.id().sessionId().value(), turn.span().startedAt(), file.add(bytes), bytes.length));
    }

    /** A tombstone deleted the turn. */
    public void remove(String turnId) {
        part.remove(turnId);
    }

    /** Completes the current part; throws as {@link #put}. */
    public void endPart() {
        var sorted = new ArrayList<>(part.entrySet());
        sorted.sort(Comparator.comparing(
                        (Map.Entry<String, Place> turn) -> turn.getValue().startedAt,
                        Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(Map.Entry.comparingByKey()));
        var places = sorted.stream().map(Map.Entry::getValue).toList();
        runs.add(new Run(
                places.stream().mapToLong(Place::offset).toArray(),
                places.stream().mapToInt(Place::bytes).toArray()));
        sessions += places.stream().map(Place::sessionId).distinct().count();
        part.clear();
        file.flush();
    }

    /** The error for a failed {@link #put} or {@link #endPart}. */
    public static UserError noRoom(UncheckedIOException why) {
        return SpillFile.noRoom(why);
    }

    /** Of all complete parts. */
    public long size() {
        return runs.stream().mapToLong(run -> run.offsets.length).sum();
    }

    /** Of all complete parts. */
    public long sessions() {
        return sessions;
    }

    /** Oldest first, those without a start before all others; holds one turn per part. */
    @Override
    public Iterator<Turn> iterator() {
        var heads = new PriorityQueue<Head>(Comparator.comparing((Head head) -> head.turn, OLDEST_FIRST));
        for (var run : runs) {
            if (run.offsets.length > 0) {
                heads.add(new Head(run));
            }
        }
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !heads.isEmpty();
            }

            @Override
            public Turn next() {
                var head = heads.remove();
                var turn = head.turn;
                if (head.moves()) {
                    heads.add(head);
                }
                return turn;
            }
        };
    }

    /** The next turn of a part. */
    private final class Head {
        private final Run run;
        private int at;
        private Turn turn;

        Head(Run run) {
            this.run = run;
            this.turn = read(run, 0);
        }

        boolean moves() {
            at++;
            turn = at < run.offsets.length ? read(run, at) : null;
            return turn != null;
        }
    }

    private Turn read(Run run, int at) {
        return TurnBytes.read(file.read(run.offsets[at], run.bytes[at]));
    }

    @Override
    public void close() {
        file.close();
    }
}
