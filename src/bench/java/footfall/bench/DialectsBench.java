package footfall.bench;

import footfall.testkit.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * {@code footfall turns --from} over transcripts of Codex and of Copilot, against Claude's of the same size: CPU time
 * per MB without the start, which is a run over no files; in turn, the middle of five. The transcripts are made up, the
 * same turns in each dialect, or are those of a folder with {@code corpus}, {@code corpus-codex} and
 * {@code corpus-copilot}, repeated under other ids.
 */
final class DialectsBench {
    private static final int ROUNDS = 5;
    private static final Pattern UUID =
            Pattern.compile("[0-9a-f]{6}(?=[0-9a-f]{2}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})");

    private DialectsBench() {}

    /** @param arguments the launcher, megabytes of each dialect, a folder of corpora or nothing */
    public static void main(String[] arguments) throws Exception {
        long bytes = Long.parseLong(arguments[1]) * 1_000_000;
        var folder = Files.createTempDirectory("footfall-bench");
        try {
            var megabytes = new LinkedHashMap<String, Double>();
            for (var dialect : MadeSessions.DIALECTS) {
                var home = Files.createDirectories(folder.resolve(dialect));
                long written = arguments.length > 2
                        ? repeat(corpus(Path.of(arguments[2]), dialect), home, bytes)
                        : MadeSessions.write(dialect, home, bytes);
                megabytes.put(dialect, written / 1e6);
            }
            tell(megabytes, measure(arguments[0], folder));
        } finally {
            Folders.delete(folder);
        }
    }

    /** The costs by dialect; "none" is the start. A first round, which is not counted, reads the files into memory. */
    private static Map<String, Cost> measure(String footfall, Path folder) throws Exception {
        Files.createDirectories(folder.resolve("none"));
        var names = new ArrayList<>(MadeSessions.DIALECTS);
        names.add("none");
        var costs = new LinkedHashMap<String, List<Cost>>();
        for (int round = 0; round <= ROUNDS; round++) {
            for (var name : names) {
                var from = folder.resolve(name).toString();
                var cost = Cost.of(List.of(footfall, "turns", "--json", "--from", from));
                if (round > 0) {
                    costs.computeIfAbsent(name, any -> new ArrayList<>()).add(cost);
                }
            }
        }
        var medians = new LinkedHashMap<String, Cost>();
        costs.forEach((name, all) -> medians.put(name, Cost.median(all)));
        return medians;
    }

    private static void tell(Map<String, Double> megabytes, Map<String, Cost> costs) {
        double start = costs.get("none").cpuSeconds();
        double limit = 0;
        System.out.printf("start: CPU %.2f s%n", start);
        for (var dialect : MadeSessions.DIALECTS) {
            double perMegabyte = (costs.get(dialect).cpuSeconds() - start) * 1e3 / megabytes.get(dialect);
            limit = limit == 0 ? perMegabyte : limit;
            System.out.printf(
                    "%-8s %4.0f MB: %.2f s, CPU %.2f s, %.2f ms per MB without the start, ratio %.2f%n",
                    dialect,
                    megabytes.get(dialect),
                    costs.get(dialect).seconds(),
                    costs.get(dialect).cpuSeconds(),
                    perMegabyte,
                    perMegabyte / limit);
        }
    }

    private static Path corpus(Path folder, String dialect) {
        return folder.resolve(dialect.equals("claude") ? "corpus" : "corpus-" + dialect);
    }

    /** Copies with other ids, which keep what they name of each other, until there are enough bytes. */
    private static long repeat(Path from, Path home, long least) throws IOException {
        long bytes = 0;
        for (int copy = 0; bytes < least; copy++) {
            var mark = String.format("%06x", copy);
            for (var file : Load.files(from)) {
                var name = UUID.matcher(from.relativize(file.path()).toString()).replaceAll(mark);
                var to = home.resolve("copy-" + copy).resolve(name);
                Files.createDirectories(to.getParent());
                var text = Files.readString(file.path(), StandardCharsets.ISO_8859_1);
                Files.writeString(to, UUID.matcher(text).replaceAll(mark), StandardCharsets.ISO_8859_1);
                bytes += Files.size(to);
            }
        }
        return bytes;
    }
}
