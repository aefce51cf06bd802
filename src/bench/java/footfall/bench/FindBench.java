package footfall.bench;

import footfall.testkit.Folders;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code footfall find TEXT} against {@code rg -l} over copies of transcripts, of 280 MB and of 2 GB: the medians of
 * five pairs, in wall time and in CPU time, start of the JVM included. And without the start, which is a search of no
 * files: the CPU time per MB. The text is in no file, in one, or the caller's, which is searched in 280 MB only.
 */
final class FindBench {
    private static final int PAIRS = 5;
    private static final double GOAL = 1.5;
    private static final long SMALL_BYTES = 280_000_000;
    private static final long LARGE_BYTES = 2_000_000_000;
    private static final String ABSENT = "no-file-has-this-text-zzqqxx";
    private static final String PLANTED = "one-file-has-this-text-zzqqxx";
    private static final String PROMPT =
            "{\"type\":\"user\",\"sessionId\":\"planted\",\"message\":{\"content\":\"%s\"}}%n";

    private final String footfall;
    private final boolean hasRipgrep;
    private final Cost start;

    private FindBench(String footfall, Path nothing) throws Exception {
        this.footfall = footfall;
        this.hasRipgrep = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "rg")));
        this.start = pairs(find(ABSENT, nothing), null).ours();
    }

    private record Pair(Cost ours, Cost theirs) {}

    /** @param arguments a folder of transcripts, the launcher, a text */
    public static void main(String[] arguments) throws Exception {
        var home = Files.createTempDirectory("footfall-bench");
        try {
            var bench = new FindBench(arguments[1], Files.createDirectories(home.resolve("none")));
            System.out.println(
                    bench.hasRipgrep ? "goal: " + GOAL + " times rg -l" : "find only: there is no rg on the PATH");
            System.out.printf("start: %.3f s, CPU %.3f s%n", bench.start.seconds(), bench.start.cpuSeconds());
            for (long wanted : List.of(SMALL_BYTES, LARGE_BYTES)) {
                var copies = home.resolve("copies");
                double megabytes = FilesBench.repeat(Path.of(arguments[0]), copies, wanted) / 1e6;
                Files.writeString(
                        copies.resolve("projects/copy-0/planted.jsonl"),
                        String.format(PROMPT, PLANTED),
                        StandardCharsets.UTF_8);
                for (var text :
                        wanted == SMALL_BYTES ? List.of(ABSENT, PLANTED, arguments[2]) : List.of(ABSENT, PLANTED)) {
                    bench.compare(text, copies, megabytes);
                }
            }
        } finally {
            Folders.delete(home);
        }
    }

    private void compare(String text, Path folder, double megabytes) throws Exception {
        var typed = hasRipgrep ? List.of("rg", "-l", "-i", "-F", text, folder.toString()) : null;
        var pair = pairs(find(text, folder), typed);
        double perMegabyte = (pair.ours.cpuSeconds() - start.cpuSeconds()) * 1e3 / megabytes;
        System.out.printf(
                "%.0f MB, \"%s\": find %.3f s, CPU %.3f s; %.2f ms of CPU per MB without the start%n",
                megabytes, text, pair.ours.seconds(), pair.ours.cpuSeconds(), perMegabyte);
        if (pair.theirs != null) {
            double theirs = pair.theirs.cpuSeconds() * 1e3 / megabytes;
            System.out.printf(
                    "    rg %.3f s, CPU %.3f s, %.2f ms per MB; ratio %.1f, CPU %.1f, per MB without the start %.1f%n",
                    pair.theirs.seconds(),
                    pair.theirs.cpuSeconds(),
                    theirs,
                    pair.ours.seconds() / pair.theirs.seconds(),
                    pair.ours.cpuSeconds() / pair.theirs.cpuSeconds(),
                    perMegabyte / theirs);
        }
    }

    private List<String> find(String text, Path folder) {
        return List.of(footfall, "find", text, "--json", "--from", folder.toString());
    }

    /** {@code theirs}: null for none. A first run of each, which is not counted, reads the files into memory. */
    private static Pair pairs(List<String> ours, List<String> theirs) throws Exception {
        var runs = new ArrayList<Pair>();
        for (int run = 0; run <= PAIRS; run++) {
            runs.add(new Pair(Cost.of(ours), theirs == null ? null : Cost.of(theirs)));
        }
        var counted = runs.subList(1, runs.size());
        return new Pair(
                Cost.median(counted.stream().map(Pair::ours).toList()),
                theirs == null
                        ? null
                        : Cost.median(counted.stream().map(Pair::theirs).toList()));
    }
}
