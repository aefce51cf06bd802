package footfall.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Locale;

/** Transcripts of many sessions with one prompt each, all in the last four weeks. */
final class MadeSessions {
    private static final int PROJECTS = 100;
    private static final int MINUTES = 28 * 24 * 60;

    /** Turns older than {@code tally_retention} reach neither tallies nor the turn log. */
    private static final Instant FIRST =
            Instant.now().minus(Duration.ofMinutes(MINUTES)).truncatedTo(ChronoUnit.MINUTES);

    private static final String[] TOOLS = {"Read", "Bash", "Grep", "Edit"};

    private MadeSessions() {}

    /**
     * Writes them below a home, so many in each file.
     *
     * @param calls of each session: a line for the call and one for its result
     */
    static void write(Path home, int sessions, int calls, int sessionsAFile) throws IOException {
        var folders = new ArrayList<Path>();
        for (int project = 0; project < PROJECTS; project++) {
            folders.add(Files.createDirectories(home.resolve("projects/-work-" + project)));
        }
        for (int first = 0; first < sessions; first += sessionsAFile) {
            var file = folders.get(first / sessionsAFile % PROJECTS).resolve(session(first) + ".jsonl");
            try (var out = Files.newBufferedWriter(file)) {
                int end = Math.min(sessions, first + sessionsAFile);
                for (int session = first; session < end; session++) {
                    write(out, session, calls);
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
