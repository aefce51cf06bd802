package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.folder.FolderLock;
import footfall.ship.ShipSettings.ShipperSettings;
import footfall.testkit.Ports;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code footfall ship} says without a broker. */
class ShipCommandTest {
    private static final String HELP = "footfall: see 'footfall ship --help'\n";

    @TempDir
    Path home;

    private Terminal terminal;
    private Path data;

    @BeforeEach
    void terminal() {
        terminal = new Terminal(home);
        data = home.resolve("data");
    }

    private Terminal.Ran ship(String... arguments) {
        var all = new ArrayList<>(List.of(
                "ship", "--set", "data_dir=" + data, "--set", "identity_host=off", "--set", "identity_user=off"));
        all.addAll(List.of(arguments));
        return terminal.run(all.toArray(String[]::new));
    }

    private void assertSays(int exit, String err, String... arguments) {
        assertThat(ship(arguments)).isEqualTo(new Terminal.Ran(exit, "", err));
    }

    private Path transcript(String... lines) throws IOException {
        var folder = Files.createDirectories(home.resolve("agents/projects/-w"));
        Files.writeString(folder.resolve("s1.jsonl"), String.join("\n", lines) + "\n");
        return home.resolve("agents");
    }

    @Test
    void whatDoesNotGoTogetherIsNamed() {
        assertSays(2, "footfall: --json requires --status\n" + HELP, "--json");
        assertSays(
                2,
                "footfall: --once, --dry-run, --status, --install and --uninstall exclude each other; give one "
                        + "of them\n"
                        + HELP,
                "--once",
                "--dry-run");
        assertSays(2, "footfall: --from-now cannot be combined with --status\n" + HELP, "--from-now", "--status");
        assertSays(2, "footfall: --from-now cannot be combined with --dry-run\n" + HELP, "--from-now", "--dry-run");
        assertSays(
                2,
                "footfall: no Kafka cluster given; add --bootstrap-servers HOST:PORT, or --config FILE with "
                        + "bootstrap.servers\n" + HELP,
                "--once");
    }

    @Test
    void aDryRunPrintsEveryRecordThatWouldLeaveAndKeepsNothing() throws IOException {
        var agents = transcript(
                "{\"type\":\"user\",\"uuid\":\"u1\",\"sessionId\":\"s1\",\"timestamp\":\"2026-01-05T10:00:00Z\","
                        + "\"cwd\":\"/w/shop\",\"message\":{\"role\":\"user\",\"content\":\"my secret\"}}",
                "no json",
                "\0\0",
                "{\"type\":\"system\",\"subtype\":\"turn_duration\",\"durationMs\":1e400}");
        var ran = ship("--dry-run", "--home", agents.toString());
        assertThat(ran.exit()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).doesNotContain("secret");
        var records = new ArrayList<JsonNode>();
        for (var line : ran.out().lines().toList()) {
            records.add(Json.read(JsonNode.class, line.getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(records)
                .extracting(record -> record.path("topic").asText() + " "
                        + record.path("headers").path("footfall.offset").asText()
                        + record.path("value").path("reason").asText())
                .containsExactly(
                        "footfall.lines 0",
                        "footfall.rejected not-json",
                        "footfall.rejected only-nul-bytes",
                        "footfall.rejected number-out-of-range");
        assertThat(records.get(0).at("/value/events/0/kind").asText()).isEqualTo("prompt");
        assertThat(records.get(0).at("/value/events/0/project").asText()).isEqualTo("shop");
        assertThat(data.resolve("ship")).doesNotExist();
    }

    @Test
    void aDryRunWhoseCheckpointCannotBeReadNamesItWithTheWayOut() throws IOException {
        var checkpoint = Files.createDirectories(data.resolve("ship/checkpoint"));
        assertSays(
                1,
                "footfall: cannot read " + checkpoint
                        + ": Is a directory; correct it, or delete it: all lines are then sent "
                        + "again, which changes no turn\n",
                "--dry-run",
                "--home",
                transcript("{}").toString());
    }

    @Test
    void aDryRunOverNoTranscriptsNamesThePlace() {
        var none = home.resolve("none");
        var ran = ship("--dry-run", "--home", none.toString());
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("footfall: ").contains(none.toString());
    }

    @Test
    void aDryRunNamesWhatItMayNotReadAndFailsWhenThatIsAll() throws IOException {
        // A link to itself: root cannot read it either.
        var closed = Files.createDirectory(home.resolve("closed"));
        Files.createSymbolicLink(closed.resolve("projects"), closed.resolve("projects"));
        var warning = "footfall: warning: " + closed + ": permission denied; footfall reads it "
                + "as soon as this user has read permission\n";
        assertSays(1, warning, "--dry-run", "--home", closed.toString());
        var ran = ship(
                "--dry-run",
                "--home",
                closed.toString(),
                "--home",
                transcript("no json").toString());
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("not-json").hasLineCount(1);
        assertThat(ran.err()).isEqualTo(warning);
    }

    @Test
    void whereNoShipperRanTheStatusSaysSo() {
        assertSays(
                1,
                "footfall: no shipper has run with data_dir " + data
                        + "; start one: footfall ship --bootstrap-servers HOST:PORT\n",
                "--status");
    }

    @Test
    void whereUpShipsTheStatusNamesTheListThatHasIt() throws IOException {
        Files.writeString(
                Files.createDirectories(data.resolve("broker")).resolve("client.properties"),
                "bootstrap.servers=127.0.0.1:1\n");
        assertSays(
                0,
                "footfall: 'footfall up' ships from here; how far it is: footfall ship --status --team\n",
                "--status");
    }

    @Test
    void theStatusIsForPeopleAndForMachines() throws IOException {
        var status = "{\"running\":true,\"pid\":999999999,\"started_at\":\"2026-01-05T10:00:00.840674838Z\","
                + "\"updated_at\":\"2026-01-05T10:01:00.100Z\",\"cluster\":\"kafka:9092\",\"files\":3,"
                + "\"files_behind\":2,\"files_outdated\":0,\"bytes_behind\":1500,\"lines\":7,"
                + "\"rejected\":{\"unsendable\":2,\"not-json\":1},"
                + "\"unreadable\":1,\"last_ack_at\":\"2026-01-05T10:00:30Z\","
                + "\"waits_for\":\"no answer from Kafka\",\"refused\":false,\"throttled_ms\":1250}";
        Files.writeString(Files.createDirectories(data.resolve("ship")).resolve("status.json"), status);
        assertThat(ship("--status")).isEqualTo(new Terminal.Ran(0, """
        not running, to kafka:9092
        service not installed
        broker not checked; name it with --bootstrap-servers or --config
        since 2026-01-05T10:00:00Z: files 3, backlog 2 KB, lines sent 7, rejected 3, unreadable 1, \
        throttled by a quota, broker unreachable
        files with a backlog 2
        last ack 2026-01-05T10:00:30Z, checkpoint none, status 2026-01-05T10:01:00Z
        lines repeated not checked; name a processor with --server
        rejected as not-json: 1
        rejected as unsendable: 2
        throttled: a quota of the cluster delays each request by up to 1.2 s; no lines are lost
        waits: no answer from Kafka
        """, ""));
        var json = ship("--status", "--json");
        assertThat(json.err()).isEmpty();
        var printed = Json.read(JsonNode.class, json.out().getBytes(StandardCharsets.UTF_8));
        var expected = Json.read(
                JsonNode.class,
                status.replace("\"running\":true", "\"running\":false").getBytes(StandardCharsets.UTF_8));
        assertThat(printed).isEqualTo(expected);
    }

    @Test
    void aShipperRunsWhileItsLockIsHeld() throws Exception {
        var folder = Files.createDirectories(data.resolve("ship"));
        Files.writeString(
                folder.resolve("status.json"),
                "{\"running\":true,\"pid\":" + ProcessHandle.current().pid()
                        + ",\"started_at\":\"2026-01-05T10:00:00Z\",\"updated_at\":\"2026-01-05T10:01:00Z\","
                        + "\"cluster\":\"kafka:9092\",\"files\":3,\"rejected\":{}}");
        Files.setLastModifiedTime(
                Files.createFile(folder.resolve("checkpoint")), FileTime.from(Instant.parse("2026-01-05T10:00:50Z")));
        try (var lock = FolderLock.acquire(folder, ShipperSettings.LOCK)) {
            assertThat(lock).isNotNull();
            assertThat(ship("--status").out())
                    .isEqualTo("""
                running, pid %d, to kafka:9092
                service not installed
                broker reachable when the shipper last used it; to check it now, add --bootstrap-servers or --config
                since 2026-01-05T10:00:00Z: files 3, backlog 0 KB, lines sent 0, rejected 0
                files with a backlog 0
                last ack none, checkpoint 2026-01-05T10:00:50Z, status 2026-01-05T10:01:00Z
                lines repeated not checked; name a processor with --server
                """.formatted(ProcessHandle.current().pid()));
        }
        assertThat(ship("--status").out()).startsWith("not running, to kafka:9092\n");
    }

    @Test
    void aServiceThatCannotStartIsNotInstalled() {
        assertSays(
                2,
                "footfall: no Kafka cluster given; add --bootstrap-servers HOST:PORT, or --config FILE with "
                        + "bootstrap.servers\n" + HELP,
                "--install");
        assertSays(
                1,
                "footfall: a service needs footfall's launcher; start footfall by the script named footfall\n",
                "--install",
                "--bootstrap-servers",
                "kafka:9092");
        assertThat(home.resolve(".config")).doesNotExist();
    }

    @Test
    void brokersThatDoNotAnswerAreNamedBeforeTheServiceIsWritten() throws IOException {
        for (var program : List.of("footfall", "systemctl", "launchctl")) {
            var file = Files.writeString(home.resolve(program), "#!/bin/sh\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        terminal.with("PATH", home.toString());
        System.setProperty("footfall.launcher", home.resolve("footfall").toString());
        try {
            var ran = ship("--install", "--bootstrap-servers", "127.0.0.1:1");
            assertThat(ran.exit()).isZero();
            assertThat(ran.err().lines())
                    .startsWith("footfall: no broker answers at 127.0.0.1:1; the service will wait for one. If the "
                            + "address is wrong, install it again with another one, or run: footfall ship --uninstall")
                    .anyMatch(line -> line.startsWith("footfall: wrote " + home))
                    .endsWith("footfall: the service is started; see footfall ship --status");
        } finally {
            System.clearProperty("footfall.launcher");
        }
    }

    @Test
    void aStatusThatCannotBeReadIsNamedWithTheWayOut() throws IOException {
        var file = Files.createDirectories(data.resolve("ship")).resolve("status.json");
        Files.writeString(file, "{");
        var ran = ship("--status");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("footfall: cannot read " + file)
                .endsWith("; start the shipper, or wait until it writes the file again\n");
    }

    @Test
    void aFileInPlaceOfTheDataFolderIsNamedByTheStatus() throws IOException {
        Files.writeString(data, "");
        assertThat(ship("--status"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: cannot read " + data.resolve("ship/status.json")
                                + ": Not a directory; data_dir must be a folder that you can read\n"));
    }

    @Test
    void onceWithoutABrokerFailsAndNamesIt() throws IOException {
        var agents = transcript("{}");
        int port = Ports.free();
        var ran = ship("--once", "--home", agents.toString(), "--bootstrap-servers", "127.0.0.1:" + port);
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("footfall: no answer from Kafka at 127.0.0.1:" + port);
        assertThat(Files.exists(data.resolve("ship/checkpoint"))).isFalse();
    }
}
