package footfall.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * {@code footfall brief} of a transcript of each dialect, made to a size, in 256 MB of heap, against
 * {@code jq -c .type} over the same file: MB/s, start of the JVM included, the better of two, and the most
 * memory that the process had.
 */
final class BriefBench {
    private BriefBench() {}

    /** @param arguments a folder of transcripts, the launcher, megabytes (default 1000) */
    public static void main(String[] arguments) throws Exception {
        Giants.each(arguments, BriefBench::measure);
    }

    private static void measure(Path file, String footfall, double megabytes, double limit) throws Exception {
        Timed.best(List.of(footfall, "brief", file.toString()), Giants.ROUNDS).tell("brief", megabytes, limit);
    }
}
