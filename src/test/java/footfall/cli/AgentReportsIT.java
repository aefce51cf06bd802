package footfall.cli;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an agent reports by OTLP, from its request to the answers of {@code up}. */
@Timeout(600)
class AgentReportsIT {
    private static final String CANARY = "qcanaryq";

    @TempDir
    Path folder;

    private static String record(String name, String... attributes) {
        var usual = Stream.of("session.id", "s1", "event.timestamp", "2026-01-05T10:00:12Z", "tool_input", CANARY);
        var words = Stream.concat(usual, Stream.of(attributes)).toList();
        var fields = new StringBuilder();
        for (int i = 0; i < words.size(); i += 2) {
            fields.append(i == 0 ? "" : ",")
                    .append("{\"key\":\"" + words.get(i) + "\",\"value\":{\"stringValue\":\"" + words.get(i + 1)
                            + "\"}}");
        }
        return "{\"body\":{\"stringValue\":\"claude_code." + name + "\"},\"attributes\":[" + fields + "]}";
    }

    private static int post(int port, String... records) throws Exception {
        var body = "{\"resourceLogs\":[{\"scopeLogs\":[{\"logRecords\":[" + String.join(",", records) + "]}]}]}";
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/logs"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        return send(request).statusCode();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private Path home() throws IOException {
        var home = folder.toRealPath();
        var allowed = Map.of("decision", "accept", "source", "user_temporary", "reasonCode", "unknown");
        var lines = session("s1")
                .prompt(0, "go")
                .assistant(2, "m1", use("Bash", "t1"))
                .result(31, "t1")
                .with("permissionDecision", allowed)
                .duration(32, 22_000);
        var project = Files.createDirectories(home.resolve("agents/projects/-w-shop"));
        Files.write(project.resolve("s1.jsonl"), lines.bytes());
        return home;
    }

    @Test
    void aCallThatStoodAtAQuestionSaysHowLongAndHowLongItRanAndASessionWhatItAsked() throws Exception {
        int otlp = Ports.free();
        int serve = Ports.free();
        try (var up = ChildUp.up(home(), "--otlp", "" + otlp, "--set", "serve_port=" + serve)
                .says("s1:0")) {
            var records = List.of(
                    record("tool_decision", "tool_use_id", "t1", "source", "user_temporary"),
                    record("tool_result", "tool_use_id", "t1", "duration_ms", "18500"),
                    record("api_request", "request_id", "r1", "query_source", "compact", "cost_usd", "0.02"),
                    record("user_prompt", "prompt", CANARY));
            for (int i = 0; i < 2; i++) { // An exporter that got no answer sends them again.
                Awaitility.await()
                        .atMost(ChildUp.PATIENCE)
                        .until(() -> post(otlp, records.toArray(String[]::new)) == 200);
            }
            var api = "http://127.0.0.1:" + serve + "/api/v1/";
            Awaitility.await().atMost(ChildUp.PATIENCE).untilAsserted(() -> {
                assertThat(send(HttpRequest.newBuilder(URI.create(api + "turns/s1:0")))
                                .body())
                        .contains("\"waited_ms\":10000")
                        .contains("\"ran_ms\":18500");
                assertThat(send(HttpRequest.newBuilder(URI.create(api + "sessions/s1")))
                                .body())
                        .contains("\"source\":\"compact\",\"is_message\":false,\"requests\":1,");
            });
            up.stop().exit();
            assertThat(up.out() + up.err()).doesNotContain(CANARY);
            assertThat(filesWith(CANARY)).isEmpty();
        }
    }

    private List<Path> filesWith(String word) throws IOException {
        try (var files = Files.walk(folder.resolve(".footfall"))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> contains(file, word))
                    .toList();
        }
    }

    private static boolean contains(Path file, String word) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(word);
        } catch (IOException gone) {
            return false;
        }
    }
}
