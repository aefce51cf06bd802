package footfall.bench;

import footfall.testkit.ChildJava;
import footfall.testkit.Folders;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a session of three lines costs {@code up --once}: a prompt, a call and its result, each session in a
 * file of its own, and 10,000 sessions in a file. Beside them the same number of lines in sessions of 300
 * lines, and {@link SessionFloor}. CPU time is that of the whole process; that of a run over one session is subtracted.
 */
final class SessionsBench {
    private static final double GOAL_MS = 0.3;
    private static final int GOAL_MB = 700;
    private static final int PROJECTS = 100;
    private static final int SESSIONS_A_FILE = 10_000;
    private static final int CALLS_OF_A_LONG_SESSION = 100;
    private static final int MINUTES = 28 * 24 * 60;

    /** The last four weeks: turns older than {@code tally_retention} reach neither tallies nor the turn log. */
    private static final Instant FIRST =
            Instant.now().minus(Duration.ofMinutes(MINUTES)).truncatedTo(ChronoUnit.MINUTES);

    private static final String[] TOOLS = {"Read", "Bash", "Grep", "Edit"};

    private final Path folder;
    private final String launcher;

    private SessionsBench(Path folder, String launcher) {
        this.folder = folder;
        this.launcher = launcher;
    }

    /** The launcher, the number of sessions, and Java options for {@code up}, if any. */
    public static void main(String[] arguments) throws Exception {
        int sessions = Integer.parseInt(arguments[1]);
        var folder = Files.createTempDirectory("sessions-bench");
        try {
            new SessionsBench(folder, arguments[0]).run(sessions, arguments.length > 2 ? arguments[2] : "");
        } finally {
            Folders.delete(folder);
        }
    }

    private void run(int sessions, String options) throws Exception {
        double floor = 1e3 * (floor(sessions) - floor(1)) / sessions;
        System.out.printf("a topology that writes as many records and computes nothing: %.2f ms a session%n", floor);
        double start = once(new Shape("one session", 1, 1, 1), options).cpuSeconds();
        var longOnes = new Shape(
                "sessions of 300 lines", Math.max(1, sessions / CALLS_OF_A_LONG_SESSION), CALLS_OF_A_LONG_SESSION, 1);
        double line = (once(longOnes, options).cpuSeconds() - start) / longOnes.lines();
        System.out.printf("a line of a session of 300 lines: %.0f µs of CPU%n", 1e6 * line);
        for (var shape : List.of(
                new Shape("a file a session", sessions, 1, 1),
                new Shape("10,000 sessions a file", sessions, 1, SESSIONS_A_FILE))) {
            var took = once(shape, options);
            double session = (took.cpuSeconds() - start) / sessions;
            System.out.printf(
                    "%s: %.2f ms of CPU a session (goal %.1f), %.1f times that topology, %.0f times a line, "
                            + "peak %,d MB (goal %d)%n",
                    shape.name,
                    1e3 * session,
                    GOAL_MS,
                    1e3 * session / floor,
                    session / line,
                    took.peakBytes() >> 20,
                    GOAL_MB);
        }
    }

    /** Seconds of CPU. */
    private static double floor(int sessions) throws Exception {
        var command = ChildJava.command("-Xmx1g");
        command.addAll(List.of(SessionFloor.class.getName(), Integer.toString(sessions)));
        return Timed.once(command, "").cpuSeconds();
    }

    /** {@code calls}: of each session, with a line for the call and one for its result. */
    private record Shape(String name, int sessions, int calls, int sessionsAFile) {
        long lines() {
            return (long) sessions * (1 + 2 * calls);
        }
    }

    private Timed once(Shape shape, String options) throws Exception {
        var home = folder.resolve("home");
        var data = folder.resolve("data");
        write(shape, home);
        var took = Timed.once(
                List.of(launcher, "up", "--once", "--json", "--home", home.toString(), "--set", "data_dir=" + data),
                options);
        System.out.printf(
                "%s: %,d sessions, %,d lines: %.1f s of CPU, %.1f s, peak %,d MB, data folder %,d MB%n",
                shape.name,
                shape.sessions,
                shape.lines(),
                took.cpuSeconds(),
                took.seconds(),
                took.peakBytes() >> 20,
                bytesOf(data) >> 20);
        Folders.delete(home);
        Folders.delete(data);
        return took;
    }

    private static long bytesOf(Path data) throws IOException {
        long bytes = 0;
        try (var paths = Files.walk(data)) {
            for (var path : paths.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(path);
            }
        }
        return bytes;
    }

    private static void write(Shape shape, Path home) throws IOException {
        var folders = new ArrayList<Path>();
        for (int project = 0; project < PROJECTS; project++) {
            folders.add(Files.createDirectories(home.resolve("projects/-work-" + project)));
        }
        for (int first = 0; first < shape.sessions; first += shape.sessionsAFile) {
            var file = folders.get(first / shape.sessionsAFile % PROJECTS).resolve(session(first) + ".jsonl");
            try (var out = Files.newBufferedWriter(file)) {
                int end = Math.min(shape.sessions, first + shape.sessionsAFile);
                for (int session = first; session < end; session++) {
                    write(out, session, shape.calls);
                }
            }
        }
    }

    private static String session(int number) {
        return String.format(Locale.ROOT, "%08x-0000-4000-8000-%012x", number * 0x9E3779B1, number);
    }

    private static void write(BufferedWriter out, int number, int calls) throws IOException {
        var session = session(number);
        out.write(line(number, 0, "\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"go\"}"));
        for (int call = 0; call < calls; call++) {
            var id = session + "-" + call;
            var tool = TOOLS[(number + call) % TOOLS.length];
            out.write(line(
                    number,
                    2 * call + 1,
                    "\"type\":\"assistant\",\"message\":{\"id\":\"m" + id
                            + "\",\"model\":\"claude-sonnet-4-5\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t" + id
                            + "\",\"name\":\"" + tool + "\",\"input\":{\"file_path\":\"/w\"}}],"
                            + "\"usage\":{\"input_tokens\":4,\"output_tokens\":9}}"));
            out.write(line(
                    number,
                    2 * call + 2,
                    "\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":["
                            + "{\"type\":\"tool_result\",\"tool_use_id\":\"t" + id + "\",\"content\":\"ok\"}]}"));
        }
    }

    private static String line(int number, int line, String said) {
        var at = FIRST.plus(Duration.ofMinutes(number % MINUTES)).plusMillis(100L * line);
        return String.format(
                Locale.ROOT,
                "{\"sessionId\":\"%s\",\"cwd\":\"/work/p%d\",\"timestamp\":\"%s\",\"uuid\":\"%s-%d\",%s}%n",
                session(number),
                number % 20,
                at,
                session(number),
                line,
                said);
    }
}
