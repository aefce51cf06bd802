package footfall.faults;

import footfall.wire.LineHeaders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The lines of a session are in one partition; those of each file come there for the first time in the order of the
 * file, and no gap or bad line is recorded on {@code rejected}; guarantee 12.
 */
final class LinesInOrder implements Guarantee {
    /** A file and an offset. */
    static String place(LineHeaders headers) {
        return headers.file() + " at " + headers.offset();
    }

    @Override
    public Stream<String> broken(Observed observed) {
        return Stream.of(partitions(observed), order(observed), rejected(observed))
                .flatMap(messages -> messages);
    }

    private static Stream<String> partitions(Observed observed) {
        var partitions = new HashMap<String, Integer>();
        return observed.topics().lines().stream()
                .filter(line ->
                        partitions.merge(line.session(), line.partition(), (first, next) -> first) != line.partition())
                .map(line -> "session " + line.session() + " is in the partitions " + partitions.get(line.session())
                        + " and " + line.partition());
    }

    private static Stream<String> order(Observed observed) {
        var files = new HashMap<String, List<Long>>();
        observed.files()
                .lines()
                .forEach(line -> files.computeIfAbsent(line.lineHeaders().file().toString(), none -> new ArrayList<>())
                        .add(line.lineHeaders().offset()));
        var seen = new HashMap<String, Integer>();
        var places = new HashSet<String>();
        var broken = new ArrayList<String>();
        for (var line : observed.topics().lines()) {
            if (places.add(place(line.headers()))) {
                var file = line.headers().file().toString();
                int number = seen.merge(file, 1, Integer::sum) - 1;
                var offsets = files.getOrDefault(file, List.of());
                var expected = number < offsets.size() ? offsets.get(number) : null;
                if (expected == null || expected != line.headers().offset()) {
                    broken.add("the line " + place(line.headers()) + " comes where the one at " + expected
                            + " is expected");
                }
            }
        }
        return broken.stream();
    }

    private static Stream<String> rejected(Observed observed) {
        return observed.topics().rejected().stream().map(row -> "rejected has " + row);
    }
}
