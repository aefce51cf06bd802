package footfall.bench;

import static java.util.stream.Collectors.joining;

import footfall.testkit.Folders;
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
    private ReportsBench() {}

    /** @param arguments a folder of transcripts, the launcher, megabytes (default 1000) */
    public static void main(String[] arguments) throws Exception {
        Giants.each(arguments, ReportsBench::measure);
    }

    private static List<List<String>> commands(String file) {
        return List.of(
                List.of("errors", file),
                List.of("session", file),
                List.of("session", "--json", file),
                List.of("sessions", "--from", file),
                List.of("turns", "--from", file),
                List.of("turns", "--min-length", "0", "--from", file),
                List.of("patterns", "--tools", "--from", file),
                List.of("desires", "--from", file),
                List.of("export", "--format", "svg", file),
                List.of("extract", "--out-dir", file + "-usage", "--root", file));
    }

    /** Without its files. */
    private static String name(List<String> words) {
        var files = Set.of("--from", "--root", "--out-dir");
        return words.stream()
                .filter(word -> !files.contains(word) && !word.contains("/"))
                .collect(joining(" "));
    }

    private static void measure(Path file, String footfall, double megabytes, double limit) throws Exception {
        for (var words : commands(file.toString())) {
            var command = new ArrayList<>(List.of(footfall));
            command.addAll(words);
            Timed.best(command, Giants.ROUNDS).tell(name(words), megabytes, limit);
        }
        Folders.delete(Path.of(file + "-usage"));
    }
}
