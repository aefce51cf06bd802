package footfall.bench;

import footfall.testkit.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs a command over one large transcript of each dialect, and measures {@code jq -c .type} beside it. */
final class Giants {
    static final int ROUNDS = 2;

    private Giants() {}

    /** Prints what the command takes; {@code limit} is the speed of jq in MB a second. */
    interface Measured {
        void of(Path file, String footfall, double megabytes, double limit) throws Exception;
    }

    /** @param arguments a folder of transcripts, the launcher, megabytes (default 1000) */
    static void each(String[] arguments, Measured measured) throws Exception {
        long bytes = (arguments.length > 2 ? Long.parseLong(arguments[2]) : 1_000) * 1_000_000;
        var folder = Files.createTempDirectory("footfall-bench");
        try {
            one(
                    "claude",
                    Giant.claude(Path.of(arguments[0]), folder.resolve("giant.jsonl"), bytes),
                    arguments,
                    measured);
            one("qbit", Giant.qbit(folder.resolve("dense"), bytes), arguments, measured);
        } finally {
            Folders.delete(folder);
        }
    }

    private static void one(String dialect, Path file, String[] arguments, Measured measured) throws Exception {
        double megabytes = Files.size(file) / 1e6;
        double limit = megabytes
                / Timed.best(List.of("jq", "-c", ".type", file.toString()), ROUNDS)
                        .seconds();
        System.out.printf("%s: %.0f MB in one session, jq -c .type %.0f MB/s%n", dialect, megabytes, limit);
        measured.of(file, arguments[1], megabytes, limit);
        Files.delete(file);
    }
}
