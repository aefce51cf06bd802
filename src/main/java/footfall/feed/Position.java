package footfall.feed;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The next offset of each partition of each source. As a text: for each source its letter and the offsets in the
 * order of the partitions, in base 36: {@code t3k.0-a1.2-d0.0-o9z.4}. Mutable, and used by one thread.
 */
final class Position {
    private static final int BASE = 36;
    private static final int LENGTH_MAX = 16 << 10;

    private final Map<Source, long[]> next;

    private Position(Map<Source, long[]> next) {
        this.next = next;
    }

    /** Offset 0 of so many partitions. */
    static Position zero(Map<Source, Integer> partitions) {
        var next = new EnumMap<Source, long[]>(Source.class);
        partitions.forEach((source, count) -> next.put(source, new long[count]));
        return new Position(next);
    }

    /** @throws IllegalArgumentException when the text is not a position */
    static Position parse(String text) {
        var parts = text.length() > LENGTH_MAX ? new String[0] : text.split("-", -1);
        if (parts.length != Source.values().length) {
            throw invalid();
        }
        var next = new EnumMap<Source, long[]>(Source.class);
        for (var source : Source.values()) {
            var part = parts[source.ordinal()];
            if (!part.matches(source.letter + "[0-9a-z]{1,12}([.][0-9a-z]{1,12})*")) {
                throw invalid();
            }
            next.put(
                    source,
                    Arrays.stream(part.substring(1).split("[.]"))
                            .mapToLong(offset -> Long.parseLong(offset, BASE))
                            .toArray());
        }
        return new Position(next);
    }

    private static IllegalArgumentException invalid() {
        return new IllegalArgumentException("not the ID of an event");
    }

    Position copy() {
        var copy = new EnumMap<Source, long[]>(Source.class);
        next.forEach((source, offsets) -> copy.put(source, offsets.clone()));
        return new Position(copy);
    }

    int partitions(Source source) {
        return next.get(source).length;
    }

    long of(Source source, int partition) {
        return next.get(source)[partition];
    }

    void set(Source source, int partition, long offset) {
        next.get(source)[partition] = offset;
    }

    /** Whether nothing of this position is before the other one. Both have the same partitions. */
    boolean isAtLeast(Position other) {
        for (var source : Source.values()) {
            for (int partition = 0; partition < partitions(source); partition++) {
                if (of(source, partition) < other.of(source, partition)) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The position with the partitions of another one: a partition that was added since begins at 0. Null if this one
     * has more.
     */
    Position fitted(Position other) {
        var fitted = other.copy();
        for (var source : Source.values()) {
            if (partitions(source) > other.partitions(source)) {
                return null;
            }
            var offsets = fitted.next.get(source);
            Arrays.fill(offsets, 0);
            System.arraycopy(next.get(source), 0, offsets, 0, partitions(source));
        }
        return fitted;
    }

    /** The later offset of each partition. */
    Position latest(Position other) {
        var latest = copy();
        latest.next.forEach((source, offsets) ->
                Arrays.setAll(offsets, partition -> Math.max(offsets[partition], other.of(source, partition))));
        return latest;
    }

    /** The text. */
    String text() {
        var text = new StringBuilder();
        next.forEach((source, offsets) -> {
            text.append(text.isEmpty() ? "" : "-").append(source.letter);
            var list = new StringJoiner(".");
            for (long offset : offsets) {
                list.add(Long.toString(offset, BASE));
            }
            text.append(list);
        });
        return text.toString();
    }
}
