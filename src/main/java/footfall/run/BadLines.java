package footfall.run;

import footfall.line.Dialect;
import footfall.line.RejectedBytes;
import footfall.report.Reading;
import footfall.tail.Disk;
import footfall.tail.Elements;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The first bad lines, each once; their line numbers are counted only on demand. */
final class BadLines {
    private static final int CHUNK_BYTES = 1 << 20;

    private final int lineBytesMax;
    private final Set<Place> first = new LinkedHashSet<>();

    private record Place(Path file, RejectedBytes bad) {}

    /** {@code lineBytesMax}: the limit of the reader that rejected them. */
    BadLines(int lineBytesMax) {
        this.lineBytesMax = lineBytesMax;
    }

    void add(Path file, RejectedBytes bad) {
        if (first.size() < Reading.BAD_LINES_MAX) {
            first.add(new Place(file, bad));
        }
    }

    List<Reading.BadLine> named() {
        var numbers = new HashMap<Place, Long>();
        var framings = new HashMap<Path, Dialect.Framing>();
        first.stream().collect(Collectors.groupingBy(Place::file)).values().forEach(places -> {
            places.sort(Comparator.comparingLong(place -> place.bad.offset()));
            try {
                framings.put(places.get(0).file, count(places, numbers));
            } catch (IOException gone) {
                // Reports its lines without line numbers.
            }
        });
        return first.stream()
                .map(place -> Reading.BadLine.of(
                        place.file, framings.get(place.file), numbers.getOrDefault(place, 0L), place.bad))
                .toList();
    }

    /** Counts the line numbers of offsets in one file, in order, from 1, and the framing of the file. */
    private Dialect.Framing count(List<Place> places, Map<Place, Long> numbers) throws IOException {
        var file = Transcript.open(places.get(0).file);
        if (file == null || file.source().dialect().framing() == Dialect.Framing.ELEMENTS) {
            countElements(places, numbers); // Null: a file without a complete element.
            return Dialect.Framing.ELEMENTS;
        }
        countBytes(places, numbers);
        return Dialect.Framing.LINES;
    }

    private static void countBytes(List<Place> places, Map<Place, Long> numbers) throws IOException {
        try (var bytes = LocalDisk.openFollowingLinks(places.get(0).file)) {
            var read = new byte[64 << 10];
            long at = 0;
            long number = 1;
            int next = 0;
            for (int count = read(bytes, read, at); count >= 0 && next < places.size(); count = read(bytes, read, at)) {
                for (int i = 0; i < count; i++) {
                    for (; next < places.size() && places.get(next).bad.offset() == at + i; next++) {
                        numbers.put(places.get(next), number);
                    }
                    number += read[i] == '\n' ? 1 : 0;
                }
                at += count;
            }
        }
    }

    private static int read(Disk.Opened file, byte[] into, long at) throws IOException {
        return file.read(ByteBuffer.wrap(into), at);
    }

    private void countElements(List<Place> places, Map<Place, Long> numbers) throws IOException {
        try (var elements = new Elements(places.get(0).file, CHUNK_BYTES, lineBytesMax)) {
            int next = 0;
            for (var chunk = elements.next(); chunk != null && next < places.size(); chunk = elements.next()) {
                long end = chunk.offset()
                        + (chunk.tooLong() > 0 ? 1 : chunk.elements().size());
                for (; next < places.size() && places.get(next).bad.offset() < end; next++) {
                    numbers.put(
                            places.get(next),
                            chunk.numberOf(places.get(next).bad.offset()));
                }
            }
        }
    }
}
