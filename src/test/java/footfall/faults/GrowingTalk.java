package footfall.faults;

import static footfall.testkit.Transcripts.session;

import footfall.testkit.GrowingFile;
import footfall.testkit.MadeTurn;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * The transcripts of a home, which grow in random pieces: sessions of several turns, every second one with a
 * subagent. Each turn ends by its own line, or by the prompt of the next. No file is a copy of another: of a
 * fork that two shippers send at the same time, guarantee 11 says that it may differ.
 */
final class GrowingTalk {
    static final int SESSIONS = 8;

    private static final int TURNS = 4;
    private static final int STEPS_MAX = 7;
    private static final int PIECE_BYTES_MAX = 900;

    private final List<Growing> files = new ArrayList<>();
    private final Set<String> calls = new TreeSet<>();
    private final Path home;
    private final long start;

    /** {@code start}: of the first turn, in seconds after {@link Transcripts#START}. */
    GrowingTalk(Path home, long start) {
        this.home = home;
        this.start = start;
        for (int i = 0; i < SESSIONS; i++) {
            var project = home.resolve("projects/-w-" + i % 3);
            files.add(new Growing(id(i), new GrowingFile(project.resolve(id(i) + ".jsonl"), main(i))));
            if (i % 2 == 0) {
                files.add(new Growing(
                        id(i),
                        new GrowingFile(project.resolve(id(i) + "/subagents/agent-a" + i + ".jsonl"), subagent(i))));
            }
        }
    }

    static String id(int session) {
        return "s" + session;
    }

    private byte[] main(int number) {
        var lines = session(id(number));
        for (int turn = 0; turn < TURNS; turn++) {
            turn(lines, number, turn, id(number) + "-");
            if (turn != 1) {
                lines.duration(start + turn * 100 + 30, 5);
            }
        }
        return lines.bytes();
    }

    private byte[] subagent(int number) {
        var lines = session(id(number)).agent("a" + number);
        turn(lines, number, 0, "a" + number + "-");
        return lines.duration(start + 40, 5).bytes();
    }

    private void turn(Transcripts lines, int number, int turn, String name) {
        var made = new MadeTurn(start + turn * 100, number, turn, (number + 2 * turn) % STEPS_MAX + 1);
        calls.addAll(made.addTo(lines, name));
    }

    Path home() {
        return home;
    }

    /** The ID of each call in all files, also of what is not written yet. */
    Set<String> calls() {
        return Set.copyOf(calls);
    }

    /** The session of a call. */
    static String sessionOf(String call) {
        return call.replaceFirst("^a", "s").replaceFirst("-.*", "");
    }

    /** Appends a piece to one of the files that are not whole. */
    void append(Random random) throws IOException {
        var open = files.stream()
                .map(Growing::file)
                .filter(file -> !file.isWhole())
                .toList();
        if (!open.isEmpty()) {
            open.get(random.nextInt(open.size())).append(1 + random.nextInt(PIECE_BYTES_MAX));
        }
    }

    /** Appends the rest of the files of a session. */
    void complete(String session) throws IOException {
        for (var file : files) {
            if (file.session.equals(session)) {
                file.file.append(Integer.MAX_VALUE);
            }
        }
    }

    void completeAll() throws IOException {
        for (int i = 0; i < SESSIONS; i++) {
            complete(id(i));
        }
    }

    private record Growing(String session, GrowingFile file) {}
}
