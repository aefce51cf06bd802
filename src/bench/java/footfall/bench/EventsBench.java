package footfall.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * {@code footfall events} in each format over one transcript of one session, of each dialect, made to a size,
 * in 256 MB of heap, against {@code jq -c .type} over the same file: MB/s of transcript, start of the JVM
 * included, the better of two, and the most memory that the process had.
 */
final class EventsBench {
    private EventsBench() {}

    /** @param arguments a folder of transcripts, the launcher, megabytes (default 1000) */
    public static void main(String[] arguments) throws Exception {
        Giants.each(arguments, EventsBench::measure);
    }

    private static void measure(Path file, String footfall, double megabytes, double limit) throws Exception {
        for (var format : List.of("csv", "jsonl", "xes", "ocel")) {
            var command = List.of(footfall, "events", file.toString(), "--format", format);
            Timed.best(command, Giants.ROUNDS).tell("events --format " + format, megabytes, limit);
        }
    }
}
