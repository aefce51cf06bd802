package footfall.run;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;

import footfall.testkit.GrowingFile;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Transcripts that grow in random pieces, mixed: sessions with subagents, results that fail long after their
 * calls, and a fork that begins when its original is written.
 */
final class GrowingHome {
    private static final int SESSIONS = 5;
    private static final int TURNS = 6;
    private static final int STEPS = 8;
    private static final int PIECE_MAX = 2_000;

    private final List<GrowingFile> files = new ArrayList<>();
    private final List<GrowingFile> forks = new ArrayList<>();
    private final Random random;
    private final Path home;

    GrowingHome(Path home, Random random) throws IOException {
        this.home = home;
        this.random = random;
        var projects = Files.createDirectories(home.resolve("projects"));
        for (int i = 0; i < SESSIONS; i++) {
            var id = "s" + i;
            var project = projects.resolve("-w-" + i % 2);
            files.add(new GrowingFile(
                    project.resolve(id + ".jsonl"),
                    transcript(session(id), 0, TURNS).bytes()));
            files.add(new GrowingFile(
                    project.resolve(id + "/subagents/agent-a" + i + ".jsonl"),
                    transcript(session(id).agent("a" + i), 0, 1).bytes()));
        }
        forks.add(new GrowingFile(projects.resolve("-w-0/t0.jsonl"), fork()));
    }

    private static byte[] fork() {
        var original = transcript(session("s0"), 0, 3).lines().stream()
                .map(line -> line.replace("\"sessionId\":\"s0\"", "\"sessionId\":\"t0\""));
        var lines = new ArrayList<>(original.toList());
        lines.addAll(transcript(session("t0"), TURNS, TURNS + 2).lines());
        return (String.join("\n", lines) + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static Transcripts transcript(Transcripts lines, int from, int to) {
        for (int turn = from; turn < to; turn++) {
            int at = turn * 100;
            lines.prompt(at, "go").with("cwd", "/w/shop");
            int named = turn;
            var calls = IntStream.range(0, STEPS)
                    .mapToObj(step -> "c" + named + "-" + step)
                    .toList();
            for (var call : calls) {
                lines.assistant(at + 1, "m" + call, use(call.endsWith("3") ? "Read" : "Bash", call))
                        .usage(9, 1);
            }
            for (var call : calls) {
                if (call.endsWith("3")) {
                    lines.failed(at + 2, call, "File does not exist: /w/shop/secret.txt");
                } else {
                    lines.result(at + 2, call);
                }
            }
            lines.duration(at + 3, 5);
        }
        return lines;
    }

    Path home() {
        return home;
    }

    int count() {
        return SESSIONS * 2 + 1;
    }

    /** Appends a piece to one of the files; false when all are whole. */
    boolean append() throws IOException {
        if (files.isEmpty() && !forks.isEmpty()) {
            files.add(forks.remove(0));
        }
        if (files.isEmpty()) {
            return false;
        }
        var one = files.get(random.nextInt(files.size()));
        one.append(1 + random.nextInt(PIECE_MAX));
        files.removeIf(GrowingFile::isWhole);
        return true;
    }
}
