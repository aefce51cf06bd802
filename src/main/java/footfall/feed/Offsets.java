package footfall.feed;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * The next offset of each partition of each source. As a text: for each source its letter and the offsets in the
 * order of the partitions, in base 36: {@code t3k.0-a1.2-d0.0-o9z.4}. Mutable, and used by one thread.
 */
final class Offsets {
    private static final int BASE = 36;
    private static final int LENGTH_MAX = 16 << 10;

    private final Map<Source, long[]> next;

    private Offsets(Map<Source, long[]> next) {
        this.next = next;
    }

    /** Offset 0 of so many partitions. */
    static Offsets zero(Map<Source, Integer> partitions) {
        var next = new EnumMap<Source, long[]>(Source.class);
        partitions.forEach((source, count) -> next.put(source, new long[count]));
        return new Offsets(next);
    }

    /** An end that nothing is beyond, with the partitions of a position. */
    static Offsets unknown(Offsets of) {
        var unknown = of.copy();
        unknown.next.values().forEach(offsets -> Arrays.fill(offsets, Long.MAX_VALUE));
        return unknown;
    }

    /** @throws IllegalArgumentException when the text is not a position */
    static Offsets parse(String text) {
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
        return new Offsets(next);
    }

    private static IllegalArgumentException invalid() {
        return new IllegalArgumentException("not the ID of an event");
    }

    Offsets copy() {
        var copy = new EnumMap<Source, long[]>(Source.class);
        next.forEach((source, offsets) -> copy.put(source, offsets.clone()));
        return new Offsets(copy);
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
    boolean isAtLeast(Offsets other) {
        return behind(other).isEmpty();
    }

    /** The sources of which a partition is before the other position. */
    Set<Source> behind(Offsets other) {
        var behind = EnumSet.noneOf(Source.class);
        for (var source : Source.values()) {
            for (int partition = 0; partition < partitions(source); partition++) {
                if (of(source, partition) < other.of(source, partition)) {
                    behind.add(source);
                }
            }
        }
        return behind;
    }

    /** The sources that have more partitions than in another position: their topics were created again. */
    Set<Source> shrunk(Offsets other) {
        var shrunk = EnumSet.noneOf(Source.class);
        for (var source : Source.values()) {
            if (partitions(source) > other.partitions(source)) {
                shrunk.add(source);
            }
        }
        return shrunk;
    }

    /**
     * The position with the partitions of another one: a partition that was added since begins at 0, and a source that
     * had more partitions is where it is there.
     */
    Offsets fitted(Offsets other) {
        var fitted = other.copy();
        for (var source : Source.values()) {
            if (partitions(source) <= other.partitions(source)) {
                var offsets = fitted.next.get(source);
                Arrays.fill(offsets, 0);
                System.arraycopy(next.get(source), 0, offsets, 0, partitions(source));
            }
        }
        return fitted;
    }

    /** Moves the partitions that are beyond their end to where they are in {@code now}. */
    void moveBack(Offsets end, Offsets now) {
        next.forEach((source, offsets) -> Arrays.setAll(
                offsets,
                partition -> offsets[partition] > end.of(source, partition)
                        ? now.of(source, partition)
                        : offsets[partition]));
    }

    /** The later offset of each partition. */
    Offsets latest(Offsets other) {
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
