package footfall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes small transcripts: one session a file, a line a second. */
final class Transcripts {
    private final Path project;
    private final String session;
    private final String day;
    private final List<String> lines = new ArrayList<>();
    private int calls;

    private Transcripts(Path project, String session, String day) {
        this.project = project;
        this.session = session;
        this.day = day;
    }

    /** Of a session that lasts from midnight on, in project {@code shop}. */
    static Transcripts of(Path home, String session, String day) {
        return new Transcripts(home.resolve("projects/-work-shop"), session, day);
    }

    /** A prompt, then one call of each tool with its result, then the end of the turn. */
    Transcripts turn(String... tools) {
        prompt();
        for (var tool : tools) {
            call(tool, "\"content\":\"fine\"");
        }
        return duration();
    }

    /** A turn of one call that fails. */
    Transcripts failure(String tool, String error) {
        prompt();
        call(tool, "\"is_error\":true,\"content\":\"" + error + "\"");
        return duration();
    }

    /** A turn of calls of one tool that fail twice and then succeed. */
    Transcripts recovery(String tool, String error) {
        prompt();
        call(tool, "\"is_error\":true,\"content\":\"" + error + "\"");
        call(tool, "\"is_error\":true,\"content\":\"" + error + "\"");
        call(tool, "\"content\":\"fine\"");
        return duration();
    }

    Transcripts raw(String line) {
        lines.add(line);
        return this;
    }

    Path write() throws IOException {
        Files.createDirectories(project);
        return Files.writeString(project.resolve(session + ".jsonl"), String.join("\n", lines) + "\n");
    }

    private void prompt() {
        line(
                "user",
                "\"cwd\":\"/work/shop\",\"uuid\":\"u-" + session + lines.size()
                        + "\",\"message\":{\"role\":\"user\",\"content\":\"please\"}");
    }

    private void call(String tool, String result) {
        var id = "call-" + calls++;
        line(
                "assistant",
                "\"message\":{\"id\":\"m-" + id + "\",\"model\":\"claude-sonnet-4-20250514\",\"usage\":"
                        + "{\"input_tokens\":1000,\"output_tokens\":100},\"content\":[{\"type\":\"tool_use\",\"id\":\""
                        + id
                        + "\",\"name\":\"" + tool + "\",\"input\":{}}]}");
        line(
                "user",
                "\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\""
                        + id + "\","
                        + result + "}]}");
    }

    private Transcripts duration() {
        line("system", "\"subtype\":\"turn_duration\",\"durationMs\":9000");
        return this;
    }

    private void line(String type, String rest) {
        var at = String.format(
                "%sT%02d:%02d:%02dZ", day, lines.size() / 3600, lines.size() / 60 % 60, lines.size() % 60);
        lines.add("{\"type\":\"" + type + "\",\"sessionId\":\"" + session + "\",\"timestamp\":\"" + at + "\"," + rest
                + "}");
    }
}
