package footfall.report;

import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;

/**
 * The latest revision of every turn in a temporary file, sorted by start. Turns are added in parts without
 * common sessions, such as partitions: memory holds an entry of 200 bytes per turn of the current part, and
 * 12 bytes per turn of complete parts. Iterating merges the parts. Not thread-safe.
 */
public final class SortedTurns implements Iterable<byte[]>, AutoCloseable {
    private final Function<byte[], Head> heads;
    private final TurnSpill.SpillFile file;
    private final Map<String, Place> part = new HashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private long sessions;

    private SortedTurns(TurnSpill.SpillFile file, Function<byte[], Head> heads) {
        this.file = file;
        this.heads = heads;
    }

    /** What orders a turn, and its session; {@code startedAt} may be null. */
    public record Head(String turnId, String sessionId, Instant startedAt) implements Comparable<Head> {
        private static final Comparator<Head> OLDEST_FIRST = Comparator.comparing(
                        Head::startedAt, Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(Head::turnId);

        @Override
        public int compareTo(Head other) {
            return OLDEST_FIRST.compare(this, other);
        }
    }

    private record Place(Head head, long offset, int bytes) {}

    /** The turns of a complete part, oldest first. */
    private record Run(long[] offsets, int[] bytes) {}

    /**
     * {@code heads}: reads a turn's head.
     *
     * @throws UserError when there is no space for a temporary file
     */
    public static SortedTurns open(Function<byte[], Head> heads) throws UserError {
        try {
            return new SortedTurns(TurnSpill.SpillFile.open(), heads);
        } catch (UncheckedIOException why) {
            throw TurnSpill.SpillFile.noRoom(why);
        }
    }

    /** Replaces the turn's earlier revision; throws {@link UncheckedIOException} when the disk is full. */
    public void put(byte[] turn) {
        var head = heads.apply(turn);
        part.put(head.turnId, new Place(head, file.add(turn), turn.length));
    }

    /** A tombstone deleted the turn. */
    public void remove(String turnId) {
        part.remove(turnId);
    }

    /** Completes the current part; throws as {@link #put}. */
    public void endPart() {
        var places =
                part.values().stream().sorted(Comparator.comparing(Place::head)).toList();
        runs.add(new Run(
                places.stream().mapToLong(Place::offset).toArray(),
                places.stream().mapToInt(Place::bytes).toArray()));
        sessions +=
                places.stream().map(place -> place.head.sessionId).distinct().count();
        part.clear();
        file.flush();
    }

    /** The error for a failed {@link #put} or {@link #endPart}. */
    public static UserError noRoom(UncheckedIOException why) {
        return TurnSpill.SpillFile.noRoom(why);
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
    public Iterator<byte[]> iterator() {
        var cursors = new PriorityQueue<Cursor>(Comparator.comparing(cursor -> cursor.head));
        for (var run : runs) {
            if (run.offsets.length > 0) {
                cursors.add(new Cursor(run));
            }
        }
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !cursors.isEmpty();
            }

            @Override
            public byte[] next() {
                var cursor = cursors.remove();
                var turn = cursor.turn;
                if (cursor.moves()) {
                    cursors.add(cursor);
                }
                return turn;
            }
        };
    }

    /** The next turn of a part. */
    private final class Cursor {
        private final Run run;
        private int at = -1;
        private byte[] turn;
        private Head head;

        Cursor(Run run) {
            this.run = run;
            moves();
        }

        boolean moves() {
            at++;
            if (at == run.offsets.length) {
                return false;
            }
            turn = read(run, at);
            head = heads.apply(turn);
            return true;
        }
    }

    private byte[] read(Run run, int at) {
        return file.read(run.offsets[at], run.bytes[at]);
    }

    @Override
    public void close() {
        file.close();
    }
}
