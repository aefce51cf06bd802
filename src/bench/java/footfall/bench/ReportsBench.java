package footfall.bench;

import static java.util.stream.Collectors.joining;

import footfall.testkit.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * {@code errors}, {@code session}, {@code sessions}, {@code turns}, {@code paths}, {@code desires}, {@code
 * map} and {@code extract} over one transcript of each dialect: real lines of claude repeated, and of qbit as
 * many turns as there can be; in 256 MB of heap, beside {@code jq -c .type} over the same file: MB a second,
 * the better of two, and the most memory that the process had. {@code session --json} says on stderr what it
 * leaves out.
 */
final class ReportsBench {
    private static final int ROUNDS = 2;

    private ReportsBench() {}

    /** @param arguments a folder of transcripts, the launcher, how many MB (default 1,000) */
    public static void main(String[] arguments) throws Exception {
        long bytes = (arguments.length > 2 ? Long.parseLong(arguments[2]) : 1_000) * 1_000_000;
        var folder = Files.createTempDirectory("footfall-reports");
        try {
            tell("claude", Giant.claude(Path.of(arguments[0]), folder.resolve("giant.jsonl"), bytes), arguments[1]);
            tell("qbit", Giant.qbit(folder.resolve("dense"), bytes), arguments[1]);
        } finally {
            Folders.delete(folder);
        }
    }

    private static List<List<String>> commands(String file) {
        return List.of(
                List.of("errors", file),
                List.of("session", file),
                List.of("session", "--json", file),
                List.of("sessions", "--from", file),
                List.of("turns", "--from", file),
                List.of("turns", "--min-length", "0", "--from", file),
                List.of("paths", "--turns", "--from", file),
                List.of("desires", "--from", file),
                List.of("map", file),
                List.of("extract", "--out-dir", file + "-usage", "--root", file));
    }

    /** Without its files. */
    private static String name(List<String> words) {
        var files = Set.of("--from", "--root", "--out-dir");
        return words.stream()
                .filter(word -> !files.contains(word) && !word.contains("/"))
                .collect(joining(" "));
    }

    private static void tell(String dialect, Path file, String footfall) throws Exception {
        double megabytes = Files.size(file) / 1e6;
        double limit = megabytes
                / Timed.best(List.of("jq", "-c", ".type", file.toString()), ROUNDS)
                        .seconds();
        System.out.printf("%s: %.0f MB, jq -c .type %.0f MB/s%n", dialect, megabytes, limit);
        for (var words : commands(file.toString())) {
            var command = new ArrayList<>(List.of(footfall));
            command.addAll(words);
            Timed.best(command, ROUNDS).tell(name(words), megabytes, limit);
        }
        Folders.delete(Path.of(file + "-usage"));
        Files.delete(file);
    }
}
