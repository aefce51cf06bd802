package footfall.bench;

import footfall.testkit.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code footfall turns --from} over transcripts repeated to 240 MB, start of the JVM included, against
 * {@code jq -c .type} over the same files; in turn, the middle of five. And the peak memory of footfall.
 */
final class FilesBench {
    private static final long BYTES = 240L << 20;
    private static final int ROUNDS = 5;
    private static final double GOAL = 0.25;

    private FilesBench() {}

    /** @param arguments a folder of transcripts, the launcher */
    public static void main(String[] arguments) throws Exception {
        var home = Files.createTempDirectory("footfall-bench");
        try {
            long bytes = repeat(Path.of(arguments[0]), home, BYTES);
            var jq = new ArrayList<>(List.of("jq", "-c", ".type"));
            Load.files(home).forEach(file -> jq.add(file.path().toString()));
            var footfall = List.of(arguments[1], "turns", "--from", home.toString(), "--json");
            Timed.once(footfall, "");
            var ours = new ArrayList<Timed>();
            var theirs = new ArrayList<Timed>();
            for (int round = 0; round < ROUNDS; round++) {
                ours.add(Timed.once(footfall, ""));
                theirs.add(Timed.once(jq, ""));
            }
            double seconds = middle(ours);
            double limit = middle(theirs);
            long peak = ours.stream().mapToLong(Timed::peakBytes).max().orElse(0);
            System.out.printf(
                    "%.0f MB in %,d files: turns --from %.2f s, jq -c .type %.2f s, ratio %.2f (goal %.2f)%n",
                    bytes / 1e6, jq.size() - 3, seconds, limit, seconds / limit, GOAL);
            System.out.printf("peak memory of turns --from: %,d MB%n", peak >> 20);
        } finally {
            Folders.delete(home);
        }
    }

    /** Copies under other session ids until there are enough bytes. */
    static long repeat(Path from, Path home, long least) throws IOException {
        long bytes = 0;
        for (int copy = 0; bytes < least; copy++) {
            var folder = Files.createDirectories(home.resolve("projects").resolve("copy-" + copy));
            for (var file : Load.files(from)) {
                var session = file.source().session().value();
                var other = String.format("%06x", copy) + session.substring(Math.min(6, session.length()));
                var text = Files.readString(file.path(), StandardCharsets.UTF_8).replace(session, other);
                var agent = file.source().agent();
                var name = agent == null ? other + ".jsonl" : other + "/subagents/agent-" + agent + ".jsonl";
                var path = folder.resolve(name);
                Files.createDirectories(path.getParent());
                Files.writeString(path, text, StandardCharsets.UTF_8);
                bytes += Files.size(path);
            }
        }
        return bytes;
    }

    private static double middle(List<Timed> runs) {
        return runs.stream().map(Timed::seconds).sorted().toList().get(runs.size() / 2);
    }
}
