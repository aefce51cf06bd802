package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A dialect that only the tests know goes through tail, redaction, shipping, topology and every report. */
@Timeout(300)
class ThirdDialectIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SECRET = "Canary8M";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("home/minis/m1.mini");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
        {"is":"ask","at":"2026-01-05T10:00:00Z","ask":"Please Canary8M"}
        {"is":"call","at":"2026-01-05T10:00:01Z","id":"c1","tool":"Read","in":{"file_path":"/Canary8M.c"}}
        {"is":"back","at":"2026-01-05T10:00:02Z","id":"c1","bad":true,"out":"File does not exist: Canary8M"}
        {"is":"call","at":"2026-01-05T10:00:03Z","id":"c2","tool":"Grep","in":{"pattern":"Canary8M"}}
        {"is":"back","at":"2026-01-05T10:00:04Z","id":"c2","bad":false,"out":"Canary8M"}
        {"is":"end","at":"2026-01-05T10:00:05Z"}
        """);
    }

    private String out(String... arguments) {
        var ran = new Terminal(folder).run(arguments);
        assertThat(ran.exit())
                .as(String.join(" ", arguments) + "\n" + ran.err())
                .isZero();
        return ran.out();
    }

    private static List<String> steps(JsonNode turn) {
        var steps = new ArrayList<String>();
        turn.get("steps")
                .forEach(step -> steps.add(
                        step.get("tool").asText() + " " + step.get("outcome").asText() + " "
                                + step.path("category").asText()));
        return steps;
    }

    @Test
    @LongSuite
    void filesAndStreamGiveTheSameTurnAndNoContentLeaves() throws IOException {
        var home = folder.resolve("home").toString();
        var local = JSON.readTree(out("turns", "--from", home, "--min-length", "0", "--json"))
                .get(0);
        var sent = out("up", "--once", "--json", "--home", home);
        var streamed = JSON.readTree(sent).get(0);
        assertThat(steps(local)).containsExactly("Read error file-not-found", "Grep ok ");
        assertThat(steps(streamed)).isEqualTo(steps(local));
        assertThat(streamed.get("turn_id")).isEqualTo(local.get("turn_id"));
        assertThat(streamed.get("closed_by")).isEqualTo(local.get("closed_by"));
        assertThat(sent).doesNotContain(SECRET);
        assertThat(out("ship", "--dry-run", "--home", home, "--bootstrap-servers", "127.0.0.1:1"))
                .contains("\"kind\":\"answer\"")
                .doesNotContain(SECRET);
    }

    @Test
    void theWordsOfItsToolsAreThoseOfItsPackage() throws IOException {
        Files.writeString(file, """
        {"is":"ask","at":"2026-01-05T10:00:00Z","ask":"Please"}
        {"is":"call","at":"2026-01-05T10:00:01Z","id":"c1","tool":"peek","in":{"where":"/a/b.c"}}
        {"is":"back","at":"2026-01-05T10:00:02Z","id":"c1","bad":true,"out":"The file grew old."}
        {"is":"call","at":"2026-01-05T10:00:03Z","id":"c2","tool":"do_command","in":{"command":"git log"}}
        {"is":"back","at":"2026-01-05T10:00:04Z","id":"c2","bad":true,"out":"sh: 1: git: not found"}
        {"is":"end","at":"2026-01-05T10:00:05Z"}
        """);
        var turns = out("turns", "--from", folder.resolve("home").toString(), "--min-length", "0", "--json");
        var first = JSON.readTree(turns).get(0).get("steps").get(0);
        var second = JSON.readTree(turns).get(0).get("steps").get(1);
        assertThat(first.get("intent").asText()).isEqualTo("read");
        assertThat(first.get("category").asText()).isEqualTo("stale-read");
        assertThat(first.get("file_extension").asText()).isEqualTo(".c");
        assertThat(second.get("category").asText()).isEqualTo("env-need");
        assertThat(second.get("bash_category").asText()).isEqualTo("Version Control");
    }

    @Test
    void everyReportReadsIt() throws IOException {
        var home = folder.resolve("home").toString();
        assertThat(out("turn", "m1:0", "--from", home)).contains("Read", "Grep");
        assertThat(out("paths", "--from", home)).contains("Read", "Grep");
        assertThat(out("desires", "--from", home)).contains("file-not-found");
        assertThat(out("sessions", "--from", home)).contains("m1");
        assertThat(out("session", file.toString())).contains("m1");
        assertThat(out("errors", file.toString())).contains("File does not exist: " + SECRET);
        assertThat(out("brief", file.toString())).contains("Please " + SECRET);
        assertThat(out("events", home, "--format", "csv")).contains("Read", "Grep");
        assertThat(out("export", "--format", "svg", home)).contains("<svg");
        var calls = folder.resolve("calls");
        out("extract", "--root", home, "--out-dir", calls.toString());
        assertThat(Files.readString(calls.resolve("tool_usage.csv"))).contains("Read", "/" + SECRET + ".c");
    }

    @Test
    void tokensRefusalsErrorsAndTheProjectAreRead() throws IOException {
        Files.writeString(file, """
        {"is":"own","ms":1767607200000,"folder":"/w/shop"}
        {"is":"ask","ms":1767607201000,"ask":"Please"}
        {"is":"call","ms":1767607202000,"id":"c1","tool":"do_command","in":{"command":"git log"}}
        {"is":"back","ms":1767607203000,"id":"c1","exit":3,"bad":true,"out":"bad object"}
        {"is":"call","ms":1767607204000,"id":"c2","tool":"peek","in":{"where":"/a/b.c"}}
        {"is":"refused","ms":1767607205000,"id":"c2"}
        {"is":"say","ms":1767607206000,"id":"m1","model":"tiny","say":"No","spent":{"in":9,"cached":4,"out":1}}
        {"is":"say","ms":1767607206000,"id":"m1","model":"tiny","say":"No.","spent":{"in":9,"cached":4,"out":2}}
        {"is":"end","ms":1767607207000,"bad":true}
        """);
        var turn = JSON.readTree(out("turns", "--from", file.toString(), "--min-length", "0", "--json"))
                .get(0);
        assertThat(steps(turn)).containsExactly("do_command error command-failed", "peek rejected ");
        assertThat(turn.get("tokens").get("input").asInt()).isEqualTo(5);
        assertThat(turn.get("tokens").get("cache_read").asInt()).isEqualTo(4);
        assertThat(turn.get("tokens").get("output").asInt()).isEqualTo(2);
        assertThat(turn.get("models").get(0).asText()).isEqualTo("tiny");
        assertThat(turn.get("project").asText()).isEqualTo("shop");
        assertThat(turn.get("started_at").asText()).isEqualTo("2026-01-05T10:00:01Z");
        assertThat(turn.get("closed_by").asText()).isEqualTo("api_error");
    }
}
