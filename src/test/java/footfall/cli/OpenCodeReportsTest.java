package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.OpenCodeDatabase;
import footfall.testkit.OpenCodeFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reports say of sessions in OpenCode's database. */
class OpenCodeReportsTest {
    private static final String SESSION = "ses_1";

    @TempDir
    Path folder;

    private JsonNode session() throws Exception {
        var ran = new Terminal(folder)
                .run("session", folder.resolve("opencode.db").resolve(SESSION).toString(), "--json");
        assertThat(ran.exit()).as(ran.err()).isZero();
        return new ObjectMapper().readTree(ran.out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "turns --min-length 0",
                "patterns --tools",
                "desires --json",
                "desires --follows --level tool",
                "errors --since 3650d",
                "tools",
                "usage --by session",
                "sessions",
                "find missing",
                "events",
                "export --format svg",
                "extract --out-dir out --json"
            })
    void aDatabaseThatIsNamedIsRead(String command) throws Exception {
        try (var database = new OpenCodeDatabase(folder.resolve("opencode.db"))) {
            database.session(SESSION, null, "/work/shop");
            database.prompt(SESSION, "m1");
            database.answer(SESSION, "m2", "m1", "}");
            var call = "\"type\":\"tool\",\"tool\":\"bash\",\"state\":{\"input\":{\"command\":\"ls\"},\"status\":";
            database.part(SESSION, "m2", call + "\"running\"}");
            database.part(SESSION, "m2", call + "\"error\",\"error\":\"missing\"}");
        }
        var words = new ArrayList<>(
                List.of(command.replace("out ", folder.resolve("out") + " ").split(" ")));
        words.addAll(List.of("--from", folder.resolve("opencode.db").toString()));
        var ran = new Terminal(folder).run(words.toArray(String[]::new));
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).containsAnyOf("bash", "ls fails", SESSION, "\"rows\":1");
    }

    /** As in the files of older versions, which have each call once. */
    @Test
    void aCallThatOnlyItsEndShowsIsExtracted() throws Exception {
        try (var database = new OpenCodeDatabase(folder.resolve("opencode.db"))) {
            database.session(SESSION, null, "/work/shop");
            database.prompt(SESSION, "m1");
            database.answer(SESSION, "m2", "m1", "}");
            database.part(
                    SESSION,
                    "m2",
                    "\"type\":\"tool\",\"tool\":\"bash\",\"state\":{\"status\":\"completed\","
                            + "\"input\":{\"command\":\"ls src\"}}");
        }
        var place = folder.resolve("opencode.db").toString();
        var ran = new Terminal(folder)
                .run("extract", "--json", "--out-dir", folder.resolve("out").toString(), "--from", place);
        assertThat(ran.out()).contains("\"rows\":1");
        assertThat(folder.resolve("out/tool_usage.csv")).content().contains("ls src");
    }

    /** Each event of a call has its input, and in the files of older versions only its end. */
    @Test
    void aCommandIsFoundOnceHoweverOftenItIsWritten() throws Exception {
        var file = folder.resolve("opencode.db");
        try (var database = new OpenCodeDatabase(file)) {
            database.session(SESSION, null, "/work/shop");
            database.prompt(SESSION, "m1");
            database.answer(SESSION, "m2", "m1", "}");
            for (var state : List.of("\"running\"", "\"running\"", "\"error\",\"error\":\"missing\"")) {
                var call = "\"type\":\"tool\",\"tool\":\"bash\",\"state\":{\"input\":{\"command\":\"ls src\"},";
                database.part(SESSION, "m2", call + "\"status\":" + state + "}");
            }
        }
        assertThat(new Terminal(folder)
                        .run("find", "ls src", "--from", file.toString())
                        .out()
                        .lines())
                .containsExactly(
                        "TURN     WHEN                      WHERE    TEXT",
                        "ses_1:0  2026-01-05T10:00:00.202Z  command  ls src");
    }

    @Test
    void whatAFileOfAnOlderVersionSaysIsFoundWithItsTime() throws Exception {
        var home = folder.resolve("opencode");
        var json = new ObjectMapper();
        OpenCodeFiles.write(
                home, "session/global", "ses_1", json.createObjectNode().put("id", "ses_1"));
        var prompt = json.createObjectNode().put("id", "msg_1").put("role", "user");
        prompt.putObject("time").put("created", 1767607200000L);
        OpenCodeFiles.write(home, "message/ses_1", "msg_1", prompt);
        var part = json.createObjectNode().put("id", "prt_1").put("messageID", "msg_1");
        OpenCodeFiles.write(
                home, "part/msg_1", "prt_1", part.put("type", "text").put("text", "dig src"));
        var answer = json.createObjectNode()
                .put("id", "msg_2")
                .put("role", "assistant")
                .put("parentID", "msg_1");
        answer.putObject("time").put("created", 1767607201000L).put("completed", 1767607203000L);
        OpenCodeFiles.write(home, "message/ses_1", "msg_2", answer.put("finish", "stop"));
        var call = json.createObjectNode()
                .put("id", "prt_2")
                .put("messageID", "msg_2")
                .put("type", "tool");
        var state = call.put("tool", "bash")
                .putObject("state")
                .put("status", "error")
                .put("error", "no src");
        state.putObject("input").put("command", "ls src");
        state.putObject("time").put("start", 1767607201500L).put("end", 1767607202000L);
        OpenCodeFiles.write(home, "part/msg_2", "prt_2", call);
        assertThat(new Terminal(folder)
                        .run("find", "src", "--from", home.toString())
                        .out()
                        .lines())
                .containsExactly(
                        "TURN     WHEN                  WHERE    TEXT",
                        "ses_1:0  2026-01-05T10:00:00Z  prompt   dig src",
                        "ses_1:0  2026-01-05T10:00:02Z  command  ls src",
                        "ses_1:0  2026-01-05T10:00:02Z  error    no src");
    }

    /** A fork copies messages with their old times, and does not say of which session. */
    @Test
    void theOriginOfAForkIsUnknown() throws Exception {
        try (var database = new OpenCodeDatabase(folder.resolve("opencode.db"))) {
            database.session(SESSION, null, "/work/shop");
            database.event(
                    SESSION,
                    "message.updated.1",
                    "{\"info\":{\"id\":\"m1\",\"role\":\"user\",\"time\":{\"created\":1767607100000}}}");
            database.part(SESSION, "m1", "\"type\":\"text\",\"text\":\"dig\"");
            database.answer(SESSION, "m2", "m1", "}");
        }
        var ran = new Terminal(folder)
                .run("sessions", "--from", folder.resolve("opencode.db").toString());
        assertThat(ran.out()).contains("COPY_OF").containsPattern("  unknown  ");
    }

    @Test
    void aPromptThatWaitedCountsWithItsTextOnceItsTurnBegins() throws Exception {
        try (var database = new OpenCodeDatabase(folder.resolve("opencode.db"))) {
            database.session(SESSION, null, "/work/shop");
            database.prompt(SESSION, "m1");
            database.answer(SESSION, "m2", "m1", "}");
            database.prompt(SESSION, "m3");
            assertThat(session().get("prompt_count").asInt()).isOne();
            database.answer(SESSION, "m2", "m1", ",\"completed\":1767607200300},\"finish\":\"tool-calls\"");
            database.answer(SESSION, "m4", "m3", "}");
            var report = session();
            assertThat(report.get("prompt_count").asInt()).isEqualTo(2);
            assertThat(report.get("user_turns").get(1).get("text").asText()).isEqualTo("dig");
        }
    }

    /** Version 1.2 put the rows of older sessions into the database, but no events: only what came later has some. */
    @Test
    void theTurnsOfASessionThatWentOnInTheDatabaseCountOnce() throws Exception {
        var home = Files.createDirectories(folder.resolve("opencode"));
        var json = new ObjectMapper();
        var session = json.createObjectNode().put("id", SESSION).put("directory", "/work/shop");
        session.putObject("time").put("created", 1767500000000L);
        OpenCodeFiles.write(home, "session/global", SESSION, session);
        var prompt = json.createObjectNode().put("id", "msg_1").put("role", "user");
        prompt.putObject("time").put("created", 1767500000001L);
        OpenCodeFiles.write(home, "message/" + SESSION, "msg_1", prompt);
        var part = json.createObjectNode().put("id", "prt_1").put("messageID", "msg_1");
        OpenCodeFiles.write(
                home, "part/msg_1", "prt_1", part.put("type", "text").put("text", "dig src"));
        var answer =
                prompt.deepCopy().put("id", "msg_2").put("role", "assistant").put("parentID", "msg_1");
        OpenCodeFiles.write(home, "message/" + SESSION, "msg_2", answer);
        try (var database = new OpenCodeDatabase(home.resolve("opencode.db"))) {
            var info = session.deepCopy().put("title", "Dig").toString();
            database.event(SESSION, "session.updated.1", "{\"info\":" + info + "}");
            database.prompt(SESSION, "msg_3");
            database.answer(SESSION, "msg_4", "msg_3", "}");
        }
        var ran = new Terminal(folder).run("turns", "--min-length", "0", "--json", "--from", home.toString());
        var turns = json.readTree(ran.out());
        assertThat(turns.findValuesAsText("turn_id")).containsExactly("ses_1:0", "ses_1:1");
        assertThat(turns.findValuesAsText("prompt_uuid")).containsExactly("msg_1", "msg_3");
        assertThat(turns.findValuesAsText("project")).containsExactly("shop", "shop");
    }
}
