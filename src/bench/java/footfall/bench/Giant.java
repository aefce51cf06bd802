package footfall.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.stream.Collectors;

/** Makes large transcripts. */
final class Giant {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Giant() {}

    /**
     * All lines of all main transcripts in one session, again and again, each time under other ids, so that
     * nothing is taken for a repeat. Bad lines are left out: jq ends at the first.
     */
    static Path claude(Path from, Path to, long bytes) throws IOException {
        var texts = new ArrayList<String>();
        for (var file : Load.files(from)) {
            if (file.source().agent() == null && file.path().toString().endsWith(".jsonl")) {
                // Bytes as they are, whatever they say.
                var text = Files.readString(file.path(), StandardCharsets.ISO_8859_1);
                texts.add(text.lines().filter(Giant::isJson).collect(Collectors.joining("\n")) + "\n");
            }
        }
        long written = 0;
        try (var out = new BufferedOutputStream(Files.newOutputStream(to))) {
            for (int round = 0; written < bytes; round++) {
                for (var text : texts) {
                    var copy = text.replaceAll("\"sessionId\":\"[^\"]*\"", "\"sessionId\":\"giant\"")
                            .replace("toolu_", round + "_")
                            .replace("\"uuid\":\"", "\"uuid\":\"" + round + "-")
                            .replace("\"id\":\"msg_", "\"id\":\"" + round + "_")
                            .getBytes(StandardCharsets.ISO_8859_1);
                    out.write(copy);
                    written += copy.length;
                }
            }
        }
        return to;
    }

    private static boolean isJson(String line) {
        try {
            return JSON.readTree(line).isObject();
        } catch (JsonProcessingException bad) {
            return false;
        }
    }

    /** Short turns of qbit, of two calls each: as many turns as a file of that size can well have. */
    static Path qbit(Path folder, long bytes) throws IOException {
        var file = Files.createDirectories(folder).resolve("transcript.json");
        var result = "x".repeat(900);
        long written = 0;
        try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int turn = 0; written < bytes; turn++) {
                var text = turn(turn, result).getBytes(StandardCharsets.UTF_8);
                out.write(text);
                written += text.length;
            }
        }
        return file;
    }

    private static String turn(int turn, String result) {
        var at = Instant.EPOCH.plusSeconds(turn * 10L);
        return event(at, "\"user_message\",\"content\":\"Turn " + turn + "\"")
                + call(at, "read_file", "{\"path\":\"src/" + turn % 500 + ".rs\"}", turn + "-0", result)
                + call(at, "run_pty_cmd", "{\"command\":\"cargo test " + turn % 50 + "\"}", turn + "-1", result)
                + event(
                        at.plusSeconds(5),
                        "\"completed\",\"response\":\"ok\",\"input_tokens\":9,\"output_tokens\":7,"
                                + "\"duration_ms\":5000");
    }

    private static String call(Instant at, String tool, String input, String id, String result) {
        var named = ",\"tool_name\":\"" + tool + "\",\"request_id\":\"" + id + "\",";
        return event(at.plusSeconds(1), "\"tool_request\"" + named + "\"args\":" + input)
                + event(
                        at.plusSeconds(2),
                        "\"tool_result\"" + named + "\"success\":true,\"result\":\"" + result + "\"");
    }

    private static String event(Instant at, String rest) {
        return "{\"_timestamp\":\"" + at + "\",\"type\":" + rest + "}\n";
    }
}
