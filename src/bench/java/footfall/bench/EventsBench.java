package footfall.bench;

import footfall.testkit.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code footfall events} in each format over one transcript of one session, of each dialect, made to a size,
 * in 256 MB of heap, against {@code jq -c .type} over the same file: MB/s of transcript, start of the JVM
 * included, the better of two, and the most memory that the process had.
 */
final class EventsBench {
    private static final int ROUNDS = 2;

    private EventsBench() {}

    /** @param arguments a folder of transcripts, the launcher, megabytes (1000 unless told) */
    public static void main(String[] arguments) throws Exception {
        long bytes = (arguments.length > 2 ? Long.parseLong(arguments[2]) : 1_000) * 1_000_000;
        var folder = Files.createTempDirectory("footfall-bench");
        try {
            tell("claude", Giant.claude(Path.of(arguments[0]), folder.resolve("giant.jsonl"), bytes), arguments[1]);
            tell("qbit", Giant.qbit(folder.resolve("dense"), bytes), arguments[1]);
        } finally {
            Folders.delete(folder);
        }
    }

    private static void tell(String dialect, Path file, String footfall) throws Exception {
        double megabytes = Files.size(file) / 1e6;
        double limit = megabytes
                / Timed.best(List.of("jq", "-c", ".type", file.toString()), ROUNDS)
                        .seconds();
        System.out.printf("%s: %.0f MB in one session, jq -c .type %.0f MB/s%n", dialect, megabytes, limit);
        for (var format : List.of("csv", "jsonl", "xes", "ocel")) {
            var command = List.of(footfall, "events", file.toString(), "--format", format);
            Timed.best(command, ROUNDS).tell("events --format " + format, megabytes, limit);
        }
        Files.delete(file);
    }
}
