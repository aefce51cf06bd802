package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.OpenCodeDatabase;
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
                "paths",
                "desires",
                "follows",
                "tools",
                "usage --by session",
                "sessions",
                "find missing",
                "events",
                "map",
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
        assertThat(ran.out()).containsAnyOf("bash", SESSION, "\"rows\":1");
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
}
