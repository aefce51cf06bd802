package footfall.faults;

import static footfall.testkit.Transcripts.session;

import footfall.line.Dialects;
import footfall.tail.ExcludedProjects;
import footfall.testkit.GrowingFile;
import footfall.testkit.MadeTalk;
import footfall.testkit.MadeTurn;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The transcripts of all agents in a user's home, which grow in random pieces: sessions of several turns, every second
 * one of Claude Code with a subagent, and one of each other agent. Each turn ends by its own line, or by the prompt of
 * the next. No file is a copy of another: of a fork that two shippers send at the same time, guarantee 11 says that it
 * may differ.
 */
final class GrowingTalk {
    /** Of Claude Code, numbered from 0. */
    static final int CLAUDE_SESSIONS = 8;

    /** The agents of the sessions after those. */
    static final List<String> OTHERS = List.of("codex", "copilot", "qbit");

    static final int SESSIONS = CLAUDE_SESSIONS + OTHERS.size();

    private static final int TURNS = 4;
    private static final int STEPS_MAX = 7;
    private static final int PIECE_BYTES_MAX = 900;

    /** So that the line is read in pieces that names the session. */
    private static final String INSTRUCTIONS = "You count limpets. ".repeat(150);

    private static final List<String> COMMANDS = List.of("cargo test", "git status", "ls");

    private final List<Growing> files = new ArrayList<>();
    private final Map<String, String> calls = new TreeMap<>();
    private final Path home;
    private final long start;

    /** {@code home}: of the user. {@code start}: of the first turn, in seconds after {@link Transcripts#START}. */
    GrowingTalk(Path home, long start) {
        this.home = home;
        this.start = start;
        for (int i = 0; i < CLAUDE_SESSIONS; i++) {
            var project = home("claude").resolve("projects/-w-" + i % 3);
            files.add(new Growing(id(i), new GrowingFile(project.resolve(id(i) + ".jsonl"), main(i))));
            if (i % 2 == 0) {
                files.add(new Growing(
                        id(i),
                        new GrowingFile(project.resolve(id(i) + "/subagents/agent-a" + i + ".jsonl"), subagent(i))));
            }
        }
        for (int i = CLAUDE_SESSIONS; i < SESSIONS; i++) {
            files.add(new Growing(id(i), other(i)));
        }
    }

    static String id(int session) {
        return session < CLAUDE_SESSIONS ? "s" + session : MadeTalk.session(session);
    }

    private Path home(String dialect) {
        return home.resolve(Dialects.of(dialect).home().usual().get(0));
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
        var made = new MadeTurn(start + turn * 100, number, turn, steps(number, turn));
        made.addTo(lines, name).forEach(call -> calls.put(call, id(number)));
    }

    private static int steps(int number, int turn) {
        return (number + 2 * turn) % STEPS_MAX + 1;
    }

    private GrowingFile other(int number) {
        var dialect = OTHERS.get(number - CLAUDE_SESSIONS);
        var lines = new StringWriter();
        var made = MadeTalk.of(dialect, lines, number, Transcripts.at(start));
        made.start(INSTRUCTIONS);
        for (int turn = 0; turn < TURNS; turn++) {
            made.prompt("go");
            for (int step = 0; step < steps(number, turn); step++) {
                var call = "s" + number + "-" + turn + "-" + step;
                calls.put(call, id(number));
                made.call(call, COMMANDS.get((turn + step) % COMMANDS.size()));
                made.result(call, "command not found: limpet", (number + step) % 5 == 0);
            }
            if (turn != 1) {
                made.answer("done");
            }
        }
        var path = home(dialect).resolve(made.name());
        return new GrowingFile(path, lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Of the agents; some may not exist yet. */
    List<Path> homes() {
        return Stream.concat(Stream.of("claude"), OTHERS.stream())
                .map(this::home)
                .toList();
    }

    /** The session of each call in all files, also of what is not written yet, by the ID of the call. */
    Map<String, String> calls() {
        return Map.copyOf(calls);
    }

    /** All transcripts below the homes, as far as there are any yet. */
    List<Path> transcripts() {
        var paths = new ArrayList<Path>();
        try {
            for (var home : homes().stream().filter(Files::exists).toList()) {
                paths.addAll(footfall.tail.Transcripts.below(home, ExcludedProjects.NONE)
                        .files());
            }
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
        return paths;
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
        for (var file : files) {
            file.file.append(Integer.MAX_VALUE);
        }
    }

    private record Growing(String session, GrowingFile file) {}
}
