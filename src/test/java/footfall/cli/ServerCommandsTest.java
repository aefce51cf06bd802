package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.folder.FolderLock;
import footfall.testkit.Ports;
import footfall.wire.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands ask a processor: the same questions, the same answers as with {@code --from}. */
@Timeout(60)
class ServerCommandsTest extends ServedTurns {
    @Test
    void everyListIsTheSameFromAProcessorAndFromFiles() {
        var url = serve(Optional.empty());
        for (var command : List.of(
                "turns --min-length 0",
                "turns --json --tool Read",
                "turns --csv --failed --min-length 0",
                "turns --newest --min-length 0",
                "turns --newest --top 2 --csv --min-length 0",
                "turns --newest --top 1 --json --min-length 0",
                "turns --top 2 --csv",
                "turns --patterns --top 1",
                "turns --since 9d",
                "turns --session aaaaaa22",
                "turns --patterns",
                "turns --patterns --csv",
                "turns --pattern Bash",
                "paths --turns",
                "paths --json --top 2",
                "desires",
                "desires --category env-need --json",
                "errors",
                "errors --json --since 30d",
                "errors --csv --tool Bash",
                "tools --sort failures",
                "tools Read --csv",
                "tools Bash --json",
                "usage --by project,model --breakdown",
                "usage --json --by day --timezone Asia/Kolkata --since 2026-01-05",
                "usage --by window",
                "turn aaaaaa11:1 --json",
                "turn aaaaaa1:1")) {
            var asked = run(words(command, "--server", url));
            assertThat(asked).as(command).isEqualTo(run(words(command, "--from")));
            assertThat(asked.exit()).as(command).isZero();
        }
    }

    @Test
    void aTableSaysOfHowManyTurnsItHasTheLast() {
        var question = "turns --newest --top 2 --min-length 0";
        var rows = """
                SESSION   TURN  LENGTH  STARTED                TOOK     COST  PROJECT  BEGAN  TOOLS
                aaaaaa22     1       1  2026-01-08T00:00:16Z  3.0 s  $0.0045  shop     human  Bash
                aaaaaa22     0       7  2026-01-08T00:00:00Z   15 s  $0.0315  shop     human  \
                Grep → Read → Read → Read → Edit → Read → Edit
                """;
        assertThat(run(words(question, "--from")))
                .isEqualTo(new Terminal.Ran(0, "the last 2 of 5 turns: -n N prints more\n" + rows, ""));
        assertThat(run(words(question, "--server", serve(Optional.empty())))).isEqualTo(run(words(question, "--from")));
        assertThat(run(words("sessions -n 1", "--server", server.url())).out())
                .startsWith("the last 1 of 2: -n N prints more\nSESSION");
    }

    @Test
    void turnsWithoutATimeAreSkippedAloudAsFromFiles() throws Exception {
        var both = Files.createDirectories(folder.resolve("both"));
        for (var name : List.of("bare.jsonl", "legacy.jsonl")) {
            Files.copy(Path.of("src/test/resources/codex").resolve(name), both.resolve(name));
        }
        serveTurnsOf(both);
        var url = serve(Optional.empty());
        for (var command : List.of("tools", "turns --patterns --min-length 1")) {
            assertThat(run(words(command, "--server", url)).err())
                    .as(command)
                    .contains("footfall: skipped 1 turn without a time: no line of it has one; usage counts it\n");
        }
        assertThat(run("tools", "none", "--server", url).err())
                .isEqualTo("footfall: no calls of none; a missing time excludes 1 turn\n");
        assertThat(run("tools", "none", "--server", url, "--project", "none").err())
                .isEqualTo("footfall: no calls of none: nothing matches --project\n");
    }

    @Test
    void anEmptyAnswerSaysWhichFiltersNothingMatches() {
        var url = serve(Optional.empty());
        assertThat(run("turns", "--server", url, "--project", "none", "--since", "1h"))
                .isEqualTo(new Terminal.Ran(
                        0, "", "footfall: no turns: nothing matches the default --min-length 5, --since, --project\n"));
        assertThat(run("turns", "--server", url, "--session", "zzz").err())
                .isEqualTo("footfall: no session ID starts with zzz; list the IDs with: footfall sessions --server "
                        + url + "\n");
    }

    @Test
    void theAdvisedCommandHasTheSettingsThatWereTyped() {
        var url = serve(Optional.empty());
        for (var command : List.of("session zzz", "sessions --session zzz", "turns --session zzz", "turn zzz:1")) {
            assertThat(run(words(command, "--server", url, "--set", "threads=1"))
                            .err())
                    .as(command)
                    .endsWith("footfall sessions --server " + url + " --set threads=1\n");
        }
        assertThat(run(words("sessions --session zzz --from --set threads=1")).err())
                .endsWith("footfall sessions --from --set threads=1\n");
    }

    @Test
    void alertsSessionsAndOpenTurnsComeFromTheProcessor() throws IOException {
        var url = serve(Optional.empty());
        assertThat(run("alerts", "--server", url).out().lines())
                .satisfiesExactly(
                        header -> assertThat(header).startsWith("RAISED").contains("SUBJECT"),
                        row -> assertThat(row).contains("length", "raised", "aaaaaa11:0", "shop"));
        assertThat(run("alerts", "--server", url, "--project", "none"))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: no alerts: nothing matches --project\n"));
        assertThat(texts(run("alerts", "--server", url, "--json"), "alert_id")).containsExactly("aaaaaa11:0:length:1");
        assertThat(run("sessions", "--server", url).out().lines())
                .satisfiesExactly(
                        header -> assertThat(header).startsWith("SESSION"),
                        row -> assertThat(row).startsWith("aaaaaa1").contains("shop"),
                        row -> assertThat(row).startsWith("aaaaaa2").contains("shop"));
        assertThat(texts(run("sessions", "--server", url, "--json", "--session", "aaaaaa2"), "session_id"))
                .containsExactly("aaaaaa22");
        assertThat(run("sessions", "--server", url, "--tool", "Nothing").err())
                .isEqualTo("footfall: no sessions: nothing matches --tool\n");
        assertThat(texts(run("turns", "--open", "--server", url, "--json"), "turn_id"))
                .containsExactly("bbbbbb33:0");
        assertThat(run("turns", "--open", "--server", url, "--host", "other").err())
                .isEqualTo("footfall: no open turns: nothing matches --host\n");
        assertThat(run("turns", "--open", "--server", url, "--tool", "Read"))
                .isEqualTo(new Terminal.Ran(
                        2, "", "footfall: --open does not accept --tool\nfootfall: see 'footfall turns --help'\n"));
    }

    /** Of the processor of this machine. A program that reads a table, or records, gets no words of a transcript. */
    @Test
    void onAScreenAlertsAndOpenTurnsSayHowTurnsBegan() throws IOException {
        var named = Files.createDirectories(folder.resolve(".footfall")).resolve("processor.json");
        var url = serve(Optional.empty());
        Files.writeString(named, "{\"url\":\"" + url + "\"}");
        Transcripts.of(folder.resolve(".claude"), "bbbbbb33", "2026-01-08")
                .turn("Read", "Read")
                .write();
        for (var question : List.of("alerts", "turns --open")) {
            var reading = new Terminal(folder).reading();
            assertThat(reading.run(words(question)).out().lines())
                    .as(question)
                    .filteredOn(line -> line.strip().equals("please"))
                    .hasSize(1);
            assertThat(run(words(question)).out()).as(question).isNotEmpty().doesNotContain("please");
            assertThat(reading.run(words(question, "--json")).out())
                    .isNotEmpty()
                    .doesNotContain("please");
            assertThat(reading.run(words(question, "--server", url)).out()).doesNotContain("please");
        }
    }

    /** The transcript is read when it is shown; without it the report says what it lacks. */
    @Test
    void onAScreenSessionsSayHowTheyBeganAndAReportIsThatOfTheTranscript() throws IOException {
        var named = Files.createDirectories(folder.resolve(".footfall")).resolve("processor.json");
        var url = serve(Optional.empty());
        Files.writeString(named, "{\"url\":\"" + url + "\"}");
        var reading = new Terminal(folder).reading();
        assertThat(reading.run("sessions").out().lines().filter(line -> line.equals("    please")))
                .hasSize(2);
        assertThat(reading.run("sessions", "--server", url).out()
                        + run("sessions").out())
                .contains("aaaaaa22")
                .doesNotContain("please");
        var report = reading.run("session", "aaaaaa2", "--from");
        assertThat(report.out()).contains("prompt    please");
        assertThat(reading.run("session", "aaaaaa2")).isEqualTo(report);
        for (var structure : List.of(reading.run("session", "aaaaaa2", "--server", url), run("session", "aaaaaa2"))) {
            assertThat(structure.err())
                    .startsWith(
                            "footfall: without prompts, files and commands, which only the transcript has: where it "
                                    + "is, add --from\n");
            assertThat(structure.out())
                    .startsWith("session   aaaaaa22\nproject   shop")
                    .doesNotContain("please");
        }
    }

    @Test
    void oneSessionIsAskedByTheBeginningOfItsId() throws IOException {
        var url = serve(Optional.empty());
        var json = run("session", "aaaaaa2", "--server", url, "--json");
        assertThat(Json.MAPPER.readTree(json.out()).path("session_id").asText()).isEqualTo("aaaaaa22");
        assertThat(run("session", "aaaaaa2", "--server", url).out().lines())
                .anyMatch(line -> line.matches("session +aaaaaa22"))
                .anyMatch(line -> line.matches("project +shop"));
        assertThat(run("session", "zzz", "--server", url).err()).startsWith("footfall: no session ID starts with zzz");
        assertThat(run("session", "--server", url).exit()).isEqualTo(2);
        assertThat(run("session", "aaaaaa2", "--from", "--server", url).err())
                .startsWith("footfall: with --server, name a session by its ID; omit --from and paths\n");
    }

    @Test
    void filesHaveNeitherAlertsNorOpenTurns() {
        assertThat(run("alerts", "--from"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: files have no alerts: an alert is raised while a turn runs; ask a processor: omit "
                                + "--from, or name one with --server URL\n"));
        assertThat(run("turns", "--open", "--from").exit()).isEqualTo(1);
        assertThat(run("turns", "--from", "--server", "http://127.0.0.1:1").err())
                .startsWith("footfall: --from, --server=URL are mutually exclusive (specify only one)\n");
    }

    @Test
    void aTokenIsReadFromAFileOrFromTheEnvironment() throws IOException {
        var token = folder.resolve("token");
        var url = serve(Optional.of(token));
        assertThat(run("tools", "--server", url))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: " + url + " requires a token; name its file with --token, or set FOOTFALL_TOKEN\n"));
        var answer = run("tools", "--server", url, "--token", token.toString());
        assertThat(answer).isEqualTo(run("tools", "--from"));
        var secret = Files.readString(token).strip();
        assertThat(new Terminal(folder).with("FOOTFALL_TOKEN", secret).run("tools", "--server", url))
                .isEqualTo(answer);
        assertThat(new Terminal(folder).with("FOOTFALL_TOKEN", "wrong").run("tools", "--server", url))
                .isEqualTo(new Terminal.Ran(1, "", "footfall: " + url + " does not accept the token\n"));
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(run("tools", "--server", url, "--token", token.toString()).err())
                .isEqualTo("footfall: other users can read the token file " + token + "; close it with: chmod 600 "
                        + token + "\n");
        assertThat(run("tools", "--server", url, "--token", folder + "/none").err())
                .isEqualTo("footfall: the token file " + folder + "/none does not exist; copy it from the processor\n");
        assertThat(run("tools", "--token", token.toString()).err()).startsWith("footfall: --token requires --server\n");
        assertThat(run("tools", "--cacert", token.toString()).err())
                .startsWith("footfall: --cacert requires --server\n");
        assertThat(run("tools", "--server", "https://127.0.0.1:1", "--cacert", token.toString())
                        .err())
                .isEqualTo(
                        "footfall: cannot use the certificate " + token + ": it is not a certificate in PEM format\n");
    }

    @Test
    void theProcessorOfThisMachineIsFoundThroughItsDataFolder() throws Exception {
        assertThat(run("tools"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: no processor runs on this machine; start one with 'footfall up', name another with "
                                + "--server URL, or add --from to read transcripts\n"));
        for (var command : List.of("sessions", "session aaaaaa2")) {
            assertThat(run(words(command))).as(command).isEqualTo(run("tools"));
        }
        for (var command : List.of("alerts", "ship --status --team", "watch")) {
            assertThat(run(words(command)).err())
                    .as(command)
                    .isEqualTo("footfall: no processor runs on this machine; start one with 'footfall up', or name "
                            + "another with --server URL\n");
        }
        var token = folder.resolve("token");
        var data = Files.createDirectories(folder.resolve(".footfall"));
        try (var starting = FolderLock.acquire(data, "processor.lock")) {
            assertThat(starting).isNotNull();
            assertThat(run("tools").err())
                    .isEqualTo(
                            "footfall: the processor of this machine is still starting; ask again in some seconds\n");
        }
        var file = data.resolve("processor.json");
        Files.writeString(file, "{\"url\":\"" + serve(Optional.of(token)) + "\",\"token_file\":\"" + token + "\"}");
        assertThat(run("tools")).isEqualTo(run("tools", "--from"));
        assertThat(run("sessions").out()).contains("aaaaaa22 ").doesNotContainPattern("PROMPT\\b");
        assertThat(run("session", "aaaaaa2").out()).contains("aaaaaa22");
        assertThat(run("session", "zzz").err())
                .isEqualTo("footfall: no session ID starts with zzz; list the IDs with: footfall sessions\n");
        server.close();
        assertThat(run("tools"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: the processor that " + file + " names no longer answers; start one with 'footfall "
                                + "up', name another with --server URL, or add --from to read transcripts\n"));
    }

    @Test
    void aUrlThatIsNoProcessorIsAnsweredClearly() throws Exception {
        var nobody = "http://127.0.0.1:" + Ports.free();
        assertThat(run("tools", "--server", nobody))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: cannot connect to " + nobody + "; check the URL, and that 'footfall up' or "
                                + "'footfall stream' runs there\n"));
        for (var url : List.of("ftp://host", "host:19080", "http://host/path", "http://name:secret@host")) {
            assertThat(run("tools", "--server", url).exit()).as(url).isEqualTo(2);
        }
        try (var other = new ServerSocket(0)) {
            var answering = new Thread(() -> answerHtml(other));
            answering.start();
            assertThat(run("tools", "--server", "http://127.0.0.1:" + other.getLocalPort())
                            .err())
                    .isEqualTo("footfall: http://127.0.0.1:" + other.getLocalPort()
                            + " did not answer as a footfall processor does; check the URL, and that both are of the "
                            + "same release\n");
            answering.join();
        }
    }

    private static void answerHtml(ServerSocket server) {
        try (var client = server.accept()) {
            client.getInputStream().read(new byte[1_000]);
            client.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException gone) {
            throw new IllegalStateException(gone);
        }
    }
}
