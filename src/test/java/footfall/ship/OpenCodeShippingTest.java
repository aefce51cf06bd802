package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.OpenCodeDatabase;
import footfall.testkit.OpenCodeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sessions of a database are shipped as files are. */
class OpenCodeShippingTest {
    @TempDir
    Path folder;

    private Path file;
    private OpenCodeDatabase database;
    private final SentSources sent = new SentSources();

    @BeforeEach
    void database() throws Exception {
        var home = Files.createDirectories(folder.resolve(".local/share/opencode"));
        Files.createDirectories(home.resolve("snapshot/x"));
        Files.writeString(home.resolve("snapshot/x/other.jsonl"), "{}\n");
        file = home.resolve("opencode.db");
        database = new OpenCodeDatabase(file);
    }

    @AfterEach
    void close() throws Exception {
        database.close();
    }

    private Shipping shipping(String... excluded) throws IOException {
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                        List.of(file.getParent()),
                        Defaults.REDACT,
                        LineParser.LINE_BYTES_MAX,
                        Duration.ofDays(1),
                        Duration.ZERO)
                .excluding(ExcludedProjects.of(List.of(excluded), folder));
        var around = new Shipping.Dependencies(new LocalDisk(), sent, checkpoint::save, Clock.systemUTC(), () -> {});
        return new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    private void ship(String... excluded) throws IOException {
        var shipping = shipping(excluded);
        shipping.round();
        shipping.finish();
    }

    @Test
    void aRestartSendsNothingTwice() throws Exception {
        database.session("ses_a", null, "/w/app");
        database.prompt("ses_a", "msg_1");
        ship();
        ship();
        assertThat(sent.trails()).containsExactly("ses_a/null", "ses_a/null");
        database.prompt("ses_a", "msg_2");
        ship();
        assertThat(sent.trails()).hasSize(3);
        assertThat(sent.lines.get(2)).contains("msg_2");
    }

    @Test
    void aChangeOfTheLogBesideTheDatabaseShipsWhatIsNew() throws Exception {
        database.session("ses_a", null, "/w/app");
        var shipping = shipping();
        shipping.round();
        database.prompt("ses_a", "msg_1");
        var log = Set.of(file.resolveSibling("opencode.db-wal"));
        assertThat(shipping.round(log)).isFalse();
        assertThat(sent.lines).hasSize(2);
        database.session("ses_b", null, "/w/app");
        assertThat(shipping.round(log)).as("a new session needs a scan").isTrue();
        shipping.round();
        assertThat(sent.trails()).containsExactly("ses_a/null", "ses_a/null", "ses_b/null");
        shipping.finish();
    }

    @Test
    void nothingIsLostWhenASessionIsDeletedAndItsRowsAreUsedAgain() throws Exception {
        database.session("ses_a", null, "/w/app");
        database.prompt("ses_a", "msg_1");
        ship();
        database.delete("ses_a");
        database.session("ses_b", null, "/w/app");
        database.prompt("ses_b", "msg_2");
        database.prompt("ses_b", "msg_3");
        ship();
        assertThat(sent.trails()).containsExactly("ses_a/null", "ses_a/null", "ses_b/null", "ses_b/null", "ses_b/null");
    }

    @Test
    void aSubagentIsATrailOfItsSessionHoweverDeep() throws Exception {
        database.session("ses_a", null, "/w/app");
        database.session("ses_b", "ses_a", "/w/app");
        database.session("ses_c", "ses_b", "/w/app");
        ship();
        assertThat(sent.trails()).containsExactlyInAnyOrder("ses_a/null", "ses_a/ses_b", "ses_a/ses_c");
    }

    @Test
    void theFilesOfASessionOfAnOlderVersionAreShippedOnce() throws Exception {
        var home = file.getParent();
        var json = new ObjectMapper();
        var session = json.createObjectNode().put("id", "ses_a").put("directory", "/w/app");
        OpenCodeFiles.write(home, "session/global", "ses_a", session);
        OpenCodeFiles.write(
                home,
                "session/global",
                "ses_b",
                session.deepCopy().put("id", "ses_b").put("parentID", "ses_a"));
        var prompt = json.createObjectNode().put("id", "msg_1").put("role", "user");
        prompt.putObject("time").put("created", 1767607200000L);
        OpenCodeFiles.write(home, "message/ses_a", "msg_1", prompt);
        var text = json.createObjectNode()
                .put("id", "prt_1")
                .put("messageID", "msg_1")
                .put("type", "text");
        OpenCodeFiles.write(home, "part/msg_1", "prt_1", text.put("text", "dig"));
        ship();
        ship();
        assertThat(sent.trails()).containsExactlyInAnyOrder("ses_a/null", "ses_a/null", "ses_a/ses_b");
        ship("app");
        assertThat(sent.trails()).hasSize(3);
    }

    @Test
    void anExcludedProjectIsNotSent() throws Exception {
        database.session("ses_a", null, "/w/secret");
        database.session("ses_b", null, "/w/app");
        database.prompt("ses_a", "msg_1");
        ship("secret");
        assertThat(sent.trails()).containsExactly("ses_b/null");
    }

    @Test
    void aSessionOfAnExcludedProjectThatBeginsLaterIsNotSentEither() throws Exception {
        var shipping = shipping("secret");
        shipping.round();
        database.session("ses_a", null, "/w/secret");
        database.session("ses_b", "ses_a", "/w/app");
        database.session("ses_c", null, "/w/app");
        shipping.round();
        var log = Set.of(file.resolveSibling("opencode.db-wal"));
        for (var session : List.of("ses_a", "ses_b", "ses_c")) {
            database.prompt(session, "msg_" + session);
            shipping.round(log);
        }
        shipping.round();
        shipping.finish();
        assertThat(sent.trails()).containsExactly("ses_c/null", "ses_c/null");
    }

    @Test
    void aSessionThatIsOlderThanTheLogHasAProjectWhereItGoesOn() throws Exception {
        for (var session : List.of("ses_a", "ses_b")) {
            var project = session.equals("ses_a") ? "secret" : "app";
            database.event(session, "session.updated.1", "{\"info\":{\"directory\":\"/w/" + project + "\"}}");
            database.prompt(session, "msg_1");
        }
        database.event("ses_c", "message.updated.1", "{\"info\":{\"id\":\"m\",\"role\":\"user\"}}");
        database.event("ses_c", "session.updated.1", "{\"info\":{\"directory\":\"/w/secret\"}}");
        database.prompt("ses_c", "msg_1");
        ship("secret");
        assertThat(sent.trails()).containsExactly("ses_b/null", "ses_b/null");
        assertThat(sent.lines.get(0)).contains("\"project\":\"app\"");
    }

    @Test
    void anyDataIsRejectedOrRead() throws Exception {
        database.session("ses_a", null, "/w/app");
        for (var data : List.of("", "no", "[]", "{\"info\":\n{\"id\":7}}", "{\"part\":", "null", "\u0000")) {
            database.event("ses_a", "message.updated.1", data);
            database.event("ses_a", "x\"\n", data);
        }
        database.prompt("ses_a", "msg_1");
        ship();
        ship();
        assertThat(sent.trails()).containsExactly("ses_a/null", "ses_a/null");
    }
}
