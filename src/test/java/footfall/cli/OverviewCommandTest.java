package footfall.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.desire.DesireRules;
import footfall.line.SessionId;
import footfall.run.Forgetting;
import footfall.testkit.ListShard;
import footfall.testkit.Ports;
import footfall.turn.Origin;
import footfall.view.Aliases;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code footfall} alone. */
class OverviewCommandTest extends ServedTurns {
    private static final String WEEK = """
            today       no turn
            7 days      $0.0360 in 2 turns
            """;

    private static final String LATE = "shippers    user-killed@box-killed has not reported for 2h 01m\n";

    @TempDir
    Path nowhere;

    @Test
    void withoutAProcessorTheWeekIsThatOfTheFilesOfThisMachine() {
        assertThat(run()).isEqualTo(new Terminal.Ran(0, WEEK + """
                worn most   rg is not installed where agents call it, once
                fails most  Bash, 1 of 1 call

                what to change  footfall desires --from
                what it cost    footfall digest --from
                follow live     footfall up
                """, ""));
    }

    @Test
    void settingsMayBeTheOnlyOptions() {
        assertThat(run("--set", "threads=1").out())
                .startsWith(WEEK)
                .contains("footfall desires --from --set threads=1\n");
    }

    @Test
    void aProcessorAlsoSaysWhatRuns() {
        var url = serve(Optional.empty());
        assertThat(run("overview", "--server", url))
                .isEqualTo(new Terminal.Ran(
                        0,
                        "now         1 open turn; the longest: 3 steps in shop\n" + LATE + WEEK
                                + """
                worn most   rg is not installed where agents call it, once
                fails most  Bash, 1 of 1 call

                what to change  footfall desires --server URL
                what it cost    footfall digest --server URL
                what runs now   footfall turns --open --server URL
                """.replace("URL", url),
                        ""));
    }

    @Test
    void whereNothingIsItSaysHowToBegin() {
        var ran = new Terminal(nowhere).run();
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("footfall: no transcripts: ")
                .endsWith("footfall: nothing to show yet; set it up with: footfall init, or see how it looks with: "
                        + "footfall up --demo\n");
    }

    @Test
    void aFolderThatIsNamedMustHaveTranscripts() throws Exception {
        var missing =
                new Terminal(nowhere).run("--from", nowhere.resolve("missing").toString());
        assertThat(missing.exit()).isEqualTo(1);
        assertThat(missing.err()).contains("missing").doesNotContain("--demo");
    }

    private void names(String url) throws IOException {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(folder.resolve(".footfall/processor.json"), "{\"url\":\"" + url + "\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "null",
                "{\"url\":\"h t\"}",
                "{\"url\":\"http:///x\"}",
                "{\"url\":\"https://localhost\"}"
            })
    void aFileThatNamesNoProcessorIsNotAsked(String content) throws Exception {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(folder.resolve(".footfall/processor.json"), content);
        assertThat(run().out()).startsWith(WEEK);
    }

    private static CompletableFuture<Void> answering(ServerSocket server, String answer) {
        return CompletableFuture.runAsync(() -> {
            try (var client = server.accept()) {
                client.getOutputStream().write(answer.getBytes(US_ASCII));
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        });
    }

    /** Another program may have its port since. */
    @Test
    void aProgramThatIsNoProcessorIsNotAsked() throws Exception {
        for (var answer : List.of("HTTP/1.1 404 Not Found\r\n\r\n", "SSH-2.0-x\r\n", "")) {
            try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                var answering = answering(other, answer);
                names("http://127.0.0.1:" + other.getLocalPort());
                assertThat(run().out()).as(answer).startsWith(WEEK);
                answering.get();
            }
        }
    }

    /** A turn is counted in the hour of its first message, tokens in that of theirs. */
    @Test
    void afterMidnightATurnOfTheDayBeforeHasACost() throws Exception {
        var transcript = Transcripts.of(nowhere.resolve(".claude"), "s", "2026-01-09")
                .raw("{\"type\":\"user\",\"sessionId\":\"s\",\"timestamp\":\"2026-01-09T23:59:00Z\",\"uuid\":\"u\","
                        + "\"message\":{\"role\":\"user\",\"content\":\"please\"}}");
        for (var time : List.of("2026-01-09T23:59:30Z", "2026-01-10T00:00:30Z")) {
            transcript.raw("{\"type\":\"assistant\",\"sessionId\":\"s\",\"timestamp\":\"" + time + "\",\"message\":"
                    + "{\"id\":\"" + time + "\",\"model\":\"claude-sonnet-4-20250514\",\"content\":[],\"usage\":"
                    + "{\"input_tokens\":10000,\"output_tokens\":1000}}}");
        }
        transcript.write();
        assertThat(new Terminal(nowhere).run().out()).startsWith("""
                today       $0.0450 in a turn of the day before
                7 days      $0.0900 in 1 turn
                """);
    }

    /** A day has a row for its turns, and another one for tokens that are in no message. */
    @Test
    void todayIsCountedWhereEachDayHasTwoRows() throws Exception {
        for (int day = 4; day <= 10; day++) {
            var at = String.format("2026-01-%02dT00:00:00Z", day);
            Transcripts.of(nowhere.resolve(".claude"), "s" + day, "2026-01-09")
                    .raw("{\"type\":\"user\",\"sessionId\":\"s" + day + "\",\"timestamp\":\"" + at + "\","
                            + "\"uuid\":\"u" + day + "\",\"message\":{\"role\":\"user\",\"content\":\"please\"}}")
                    .raw("{\"type\":\"assistant\",\"sessionId\":\"s" + day + "\",\"timestamp\":\"" + at + "\","
                            + "\"message\":{\"id\":\"m" + day + "\",\"model\":\"claude-sonnet-4-20250514\","
                            + "\"content\":[],\"usage\":{\"input_tokens\":10000,\"output_tokens\":1000,"
                            + "\"iterations\":[{\"type\":\"advisor_message\","
                            + "\"model\":\"claude-sonnet-4-20250514\",\"input_tokens\":10000,"
                            + "\"output_tokens\":1000}]}}}")
                    .write();
        }
        assertThat(new Terminal(nowhere).run().out()).startsWith("""
                today       $0.0900 in 1 turn
                7 days      $0.63 in 7 turns
                """);
    }

    @Test
    void sevenDaysAreThoseOfUsageSince7d() throws Exception {
        Transcripts.of(nowhere.resolve(".claude"), "s", "2026-01-03")
                .raw("{\"type\":\"user\",\"sessionId\":\"s\",\"timestamp\":\"2026-01-03T12:00:00Z\",\"uuid\":\"u\","
                        + "\"message\":{\"role\":\"user\",\"content\":\"please\"}}")
                .raw("{\"type\":\"assistant\",\"sessionId\":\"s\",\"timestamp\":\"2026-01-03T12:00:09Z\",\"message\":"
                        + "{\"id\":\"m\",\"model\":\"claude-sonnet-4-20250514\",\"content\":[],\"usage\":"
                        + "{\"input_tokens\":10000,\"output_tokens\":1000}}}")
                .write();
        assertThat(new Terminal(nowhere).run().out()).contains("7 days      $0.0450 in 1 turn\n");
        assertThat(new Terminal(nowhere).run("usage", "--from", "--since", "7d").out())
                .containsPattern("total +1 .* \\$0\\.0450\n");
    }

    private static Alert alert(String subject, Alert.Kind kind, int level, int value, int minute) {
        return alert(subject, kind, level, value, minute, "ada");
    }

    private static Alert alert(String subject, Alert.Kind kind, int level, int value, int minute, String user) {
        var isOfTurn = subject.endsWith(":0");
        return new Alert(
                subject + ":" + kind.word() + ":" + level,
                kind,
                level,
                Alert.State.RAISED,
                value,
                16,
                isOfTurn ? subject : null,
                isOfTurn ? new SessionId(subject.replace(":0", "")) : null,
                null,
                null,
                isOfTurn ? new Origin("shop", "box", user) : null,
                Terminal.NOW,
                Terminal.NOW.plusSeconds(60L * minute));
    }

    /** Others see the pseudonym: it is known on this machine only whose it is. */
    @Test
    void onATerminalWhoLooksSeesTheirOwnNameInPlaceOfTheirPseudonym() throws Exception {
        var data = Files.createDirectories(folder.resolve(".footfall"));
        Files.write(data.resolve("identity.key"), new byte[] {1, 2, 3});
        var me = Forgetting.me(Config.read(new Environment(Map.of("HOME", folder.toString())), Config.Flags.NONE));
        var alerts = List.of(alert("2ced3c06:0", Alert.Kind.LENGTH, 2, 21, 3, me));
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
        server = ProcessorRecords.serve(ListShard.ofRecords(List.of(), alerts), rules, Optional.empty());
        assertThat(me).matches("[0-9a-f]{16}");
        assertThat(new Terminal(folder).reading().run("--server", server.url()).out())
                .contains("\nalert       shop (" + System.getProperty("user.name") + "), 2ced3c06:0: ");
        assertThat(run("--server", server.url()).out()).contains("\nalert       shop (" + me + "), 2ced3c06:0: ");
    }

    @Test
    void whatIsTooLongForATerminalGoesOnBelowItsBeginning() {
        var line = "alert       shop (ada), 2ced3c06:0: 50 or more failed calls in a row, a loop of 40 or more rounds";
        assertThat(String.join("\n", OverviewCommand.fitted(line, 60))).isEqualTo("""
                alert       shop (ada), 2ced3c06:0: 50 or more failed calls
                            in a row, a loop of 40 or more rounds""");
        assertThat(OverviewCommand.fitted(line, line.length())).containsExactly(line);
        assertThat(OverviewCommand.fitted(line, Table.ANY_WIDTH)).containsExactly(line);
    }

    /** A stuck turn raises many alerts, and an outage with them. */
    @Test
    void theAlertsOfATurnAreSaidTogetherTheMostTellingFirstWithWhoseTheyAre() throws Exception {
        var session = "2ced3c06-86f1-4fab-9851-293a83d95961";
        var alerts = List.of(
                alert(session + ":0", Alert.Kind.REPEAT_LOOP, 1, 16, 1),
                alert(session + ":0", Alert.Kind.REPEAT_LOOP, 3, 40, 2),
                alert(session + ":0", Alert.Kind.LENGTH, 2, 21, 3),
                alert("Bash", Alert.Kind.OUTAGE, 3, 20, 4));
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
        server = ProcessorRecords.serve(ListShard.ofRecords(List.of(), alerts), rules, Optional.empty());
        assertThat(run("--server", server.url()).out())
                .contains("\nalert       shop (ada), 2ced3c06:0: a loop of 40 or more rounds, "
                        + "more than 16 steps; "
                        + "1 more: footfall alerts\n");
        var json = Json.MAPPER.readTree(run("--server", server.url(), "--json").out());
        assertThat(json.at("/alerts/0/kind").asText()).isEqualTo("repeat-loop");
        assertThat(json.at("/alerts/0/level").asInt()).isEqualTo(3);
        assertThat(json.at("/alerts")).hasSize(2);
        assertThat(json.at("/more_alerts").asInt()).isEqualTo(1);
    }

    @Test
    void anOpenTurnIsStuckWhileCallsFailInARowOrRepeatAndItsAlertsAreSaid() throws Exception {
        var open = new ProcessorRecords(folded)
                .openTurns(Selection.ALL, 1)
                .turns()
                .get(0)
                .alerted(3);
        var alerts = List.of(
                alert("bbbbbb33:0", Alert.Kind.LENGTH, 1, 6, 1),
                alert("bbbbbb33:0", Alert.Kind.REPEAT_LOOP, 1, 16, 2),
                alert("bbbbbb33:0", Alert.Kind.REPEAT_LOOP, 3, 40, 3),
                alert("aaaaaa22:0", Alert.Kind.ERROR_STREAK, 3, 20, 4));
        for (boolean isLooping : List.of(true, false)) {
            var shard = new ListShard(
                    List.of(),
                    List.of(),
                    new OpenTurns(List.of(open), 1),
                    List.of(),
                    isLooping ? alerts : alerts.subList(0, 1),
                    Shard.Repeats.NONE);
            var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
            server = ProcessorRecords.serve(shard, rules, Optional.empty());
            var row = run("turns", "--open", "--server", server.url()).out();
            server.close();
            assertThat(row.replaceAll(" {2,}", " ").lines())
                    .containsExactly(
                            "TURN LENGTH FAILURES STARTED LAST_LINE STATE PROJECT USER ALERTS LAST_TOOLS",
                            "bbbbbb33:0 3 0 2026-01-08T01:00:00Z 92d 15h ago "
                                    + (isLooping
                                            ? "stuck shop a loop of 40 or more rounds, more than 16 steps "
                                            : "open shop more than 16 steps ")
                                    + "Read → Read");
        }
    }

    @Test
    void itsJsonIsOneObject() throws Exception {
        var live = Json.MAPPER.readTree(
                run("--json", "--server", serve(Optional.empty())).out());
        assertThat(live.at("/open_turns/0/turn_id").asText()).isEqualTo("bbbbbb33:0");
        assertThat(live.at("/week/turns").asInt()).isEqualTo(2);
        assertThat(live.at("/today/turns")).hasToString("0");
        assertThat(live.at("/late_shippers/0/shipper_id").asText()).isEqualTo("killed");
        assertThat(live.at("/late_shippers/0/state").asText()).isEqualTo("no_report");
        assertThat(live.at("/worn_most/0/id").asText()).isEqualTo("env-need:rg");
        for (var words : List.of("--json", "--from --json", "--from " + folder + "/.claude --json")) {
            var files = Json.MAPPER.readTree(run(words(words)).out());
            assertThat(files.has("open_turns")).as(words).isFalse();
            assertThat(files.at("/week")).as(words).isEqualTo(live.at("/week"));
            assertThat(files.at("/fails_most/tool").asText()).as(words).isEqualTo("Bash");
        }
        var named = run("--from", folder + "/.claude");
        assertThat(named.out().replace("--from " + folder + "/.claude", "--from"))
                .isEqualTo(run().out());
    }

    @Test
    void theProcessorOfADataFolderThatIsNamedIsAsked() throws Exception {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            other.setSoTimeout(30_000);
            var answering = answering(other, "HTTP/1.1 404 Not Found\r\n\r\n");
            Files.writeString(
                    nowhere.resolve("processor.json"), "{\"url\":\"http://127.0.0.1:" + other.getLocalPort() + "\"}");
            assertThat(run("--json", "--set", "data_dir=" + nowhere).exit()).isZero();
            answering.get();
        }
    }

    @Test
    void aProcessorThatWasKilledIsNotAsked() throws Exception {
        names("http://127.0.0.1:" + Ports.free());
        assertThat(run().out()).startsWith(WEEK);
    }
}
