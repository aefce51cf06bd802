package footfall.run;

import static footfall.run.CanaryIT.CANARY;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.text;
import static footfall.testkit.Transcripts.use;

import footfall.testkit.Canaries;
import footfall.testkit.OpenCodeDatabase;
import footfall.testkit.Transcripts;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Transcripts of each agent that contain a word wherever they can hold content. */
final class CanaryFiles {
    private CanaryFiles() {}

    /** A session of each other agent, in which bad lines follow the good ones. */
    static void agents(Path home) throws IOException, SQLException {
        var thread = "019e2f00-0000-7000-8000-000000000001";
        var day = Files.createDirectories(home.resolve("sessions/2026/05/01"));
        plant(
                Canaries.CODEX,
                Path.of("src/test/resources/codex/legacy.jsonl"),
                day.resolve("rollout-2026-05-01T10-00-00-" + thread + ".jsonl"));
        var session = "6a1c0000-0000-4000-8000-000000000001";
        plant(
                Canaries.COPILOT,
                Path.of("src/test/resources/copilot/reef.jsonl"),
                Files.createDirectories(home.resolve("session-state").resolve(session))
                        .resolve("events.jsonl"));
        var chats = Path.of("tmp/reef/chats/session-2026-11-03T09-00-6e310010.jsonl");
        Files.createDirectories(home.resolve(chats).getParent());
        plant(Canaries.GEMINI, Path.of("src/test/stories/gemini-outcomes").resolve(chats), home.resolve(chats));
        plantDatabase(Files.createDirectories(openCode(home)).resolve("opencode.db"));
    }

    /** The home of OpenCode, which has to have its name. */
    static Path openCode(Path home) {
        return home.resolve("opencode");
    }

    private static void plantDatabase(Path file) throws IOException, SQLException {
        try (var database = new OpenCodeDatabase(file)) {
            for (var line : Files.readAllLines(Path.of("src/test/resources/opencode/pier.jsonl"))) {
                var planted = Json.MAPPER.readTree(Canaries.OPENCODE.in(line));
                database.event(
                        "ses_pier",
                        planted.get("type").asText(),
                        planted.get("data").toString());
            }
            database.event("ses_pier", "message.updated.1", "not json " + Canaries.CANARY);
        }
    }

    private static void plant(Canaries canaries, Path from, Path to) throws IOException {
        var lines = new ArrayList<String>();
        Files.readAllLines(from).forEach(line -> lines.add(canaries.in(line)));
        lines.add("not json " + Canaries.CANARY);
        lines.add("{\"type\":\"event_msg\",\"payload\":{\"message\":\"" + Canaries.CANARY);
        Files.write(to, lines);
    }

    private static Map<String, Object> call(String tool, String id, Map<String, Object> input) {
        var use = new LinkedHashMap<>(use(tool, id));
        use.put("input", input);
        use.put("caller", CANARY);
        return use;
    }

    private static Object words(String kind) {
        return Map.of("type", kind, "text", "say " + CANARY, "data", CANARY, "source", Map.of("data", CANARY));
    }

    static Transcripts transcript() {
        var lines = session("s1");
        lines.add(0, "file-history-snapshot").with("snapshot", Map.of("files", Map.of("/w/" + CANARY, CANARY)));
        lines.add(0, "summary").with("summary", CANARY).with("leafUuid", "u");
        lines.add(0, "custom-title").with("customTitle", CANARY);
        lines.add(0, "ai-title").with("aiTitle", CANARY);
        lines.add(0, "queue-operation").with("content", CANARY);
        lines.add(0, CANARY).with("content", CANARY);
        lines.prompt(1, List.of(text("please " + CANARY), words("image"), words("document")));
        common(lines).with("todos", List.of(Map.of("content", CANARY))).with("thinkingMetadata", Map.of("x", CANARY));
        common(lines.assistant(
                2,
                "m1",
                words("thinking"),
                words("redacted_thinking"),
                text(CANARY),
                call("Bash", "t1", Map.of("command", "cat /w/" + CANARY + ".txt", "description", CANARY)),
                call("Edit", "t2", Map.of("file_path", "/w/" + CANARY + "/a.java", "old_string", "x " + CANARY + " y")),
                call("Task", "t3", Map.of("prompt", CANARY, "description", CANARY, "subagent_type", "Explore"))));
        common(lines.failed(3, "t1", "Exit code 1\ncat: /w/" + CANARY + ".txt: No such file or directory"))
                .with("toolUseResult", "Error: " + CANARY);
        lines.failed(
                4,
                "t2",
                "<tool_use_error>String to replace not found in file.\nString: x " + CANARY + " y</tool_use_error>");
        lines.results(
                        5,
                        Map.of(
                                "type",
                                "tool_result",
                                "tool_use_id",
                                "t3",
                                "content",
                                List.of(text(CANARY), words("image"))))
                .with("toolUseResult", Map.of("agentId", "a1", "content", CANARY, "prompt", CANARY));
        for (var id : List.of("l1", "l2", "l3")) { // A loop on one file.
            common(lines.assistant(5, "m" + id, call("Read", id, Map.of("file_path", "/w/" + CANARY, "offset", 1))));
            lines.result(5, id);
        }
        common(lines.assistant(
                6,
                "m2",
                call("Write", "t4", Map.of("content", CANARY, "file_path", "/" + CANARY)),
                call("Bash", "t5", Map.of("command", "make " + CANARY)),
                call("WebFetch", "t6", Map.of("url", CANARY))));
        lines.result(7, "t4").with("toolUseResult", Map.of("structuredPatch", CANARY, "originalFile", CANARY));
        lines.failed(8, "t5", CANARY + ": " + CANARY + " '" + CANARY + "' \"" + CANARY + "\" failed at line 3");
        lines.failed(9, "t6", "Request failed with status code 404 for https://" + CANARY + ".example/" + CANARY);
        lines.stop(10).with("hookInfos", List.of(Map.of("command", CANARY))).with("stopReason", CANARY);
        lines.duration(11, 5).with("content", CANARY);
        lines.add(12, "progress")
                .with("parentToolUseID", "t3")
                .with("data", Map.of("type", "agent_progress", "agentId", "a1", "prompt", CANARY, "message", CANARY));
        lines.prompt(13, "<command-name>/" + CANARY + "</command-name><command-args>" + CANARY + "</command-args>");
        lines.prompt(14, "<bash-input>" + CANARY + "</bash-input>");
        lines.prompt(15, "<local-command-stdout>" + CANARY).with("isMeta", true);
        lines.prompt(16, "This session is being continued " + CANARY).with("isCompactSummary", true);
        lines.prompt(17, "<task-notification>" + CANARY)
                .with("origin", Map.of("kind", "task-notification", "x", CANARY));
        common(lines.prompt(18, "again " + CANARY));
        lines.assistant(19, "m3", text("API Error: " + CANARY))
                .with("isApiErrorMessage", true)
                .with("error", CANARY);
        lines.compaction(20).with("content", CANARY).with("compactMetadata", Map.of("preTokens", 1, "x", CANARY));
        lines.results(21, text("[Request interrupted by user] " + CANARY));
        return lines;
    }

    /** What may stand beside any line. */
    private static Transcripts common(Transcripts lines) {
        return lines.with("cwd", "/home/" + CANARY + "/shop")
                .with("slug", CANARY)
                .with("gitBranch", CANARY)
                .with("permissionMode", "default")
                .with("unheard" + CANARY, CANARY)
                .with("summary", CANARY);
    }

    static Transcripts subagent() {
        var lines = session("s1").agent("a1").prompt(3, CANARY);
        common(lines.assistant(4, "n1", call("Grep", "g1", Map.of("pattern", CANARY))));
        return lines.failed(5, "g1", CANARY + " timed out").endTurn(6, "n2");
    }
}
