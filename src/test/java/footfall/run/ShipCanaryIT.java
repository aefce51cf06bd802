package footfall.run;

import static footfall.run.CanaryIT.CANARY;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.KnownCredentials;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Story;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code ship} leaves on this machine is its owner's alone, and a word that stands wherever a transcript
 * can hold content is in none of it: no file, no line of a log with all that Kafka's clients say, nothing
 * that is printed.
 */
@LongSuite
@Timeout(300)
class ShipCanaryIT {
    @TempDir
    Path folder;

    @Test
    void whatAShipperLeavesBehindIsItsOwnersAloneAndSaysNothingOfTheContent() throws Exception {
        var project = Files.createDirectories(folder.resolve("home/projects/-w-shop"));
        write(project.resolve("s1.jsonl"), CanaryFiles.transcript().bytes());
        write(
                project.resolve("s1/subagents/agent-a1.jsonl"),
                CanaryFiles.subagent().bytes());
        Files.writeString(project.resolve("s2.jsonl"), "not json " + CANARY + "\n");
        CanaryFiles.agents(folder.resolve("home"));
        try (var broker = Cluster.start(folder.resolve("broker"));
                var ship = ship(broker)) {
            broker.footfall("canary", 2, Story.RULES);
            ship.start().awaitShipped(7);
            Files.writeString(project.resolve("s2.jsonl"), "half " + CANARY, StandardOpenOption.APPEND);
            ship.await(status -> status.get("bytes_behind").asLong() > 0);
            var whileItRuns = rights();
            ship.stop();
            assertThat(ship.start("--once").end()).as(ship::said).isZero();
            assertThat(rights()).isEqualTo(whileItRuns);
            assertRights(whileItRuns);
            assertThat(ship.start("--status").end()).isZero();
            Files.delete(folder.resolve("data/ship/checkpoint"));
            assertThat(ship.start("--dry-run").end()).isZero();
            assertSaysNothing(ship);
        }
    }

    private ShipProcess ship(Cluster broker) throws IOException {
        return new ShipProcess(folder.resolve("data"), folder.resolve("home"), "canary.", options(broker)).talkative();
    }

    private List<String> options(Cluster broker) throws IOException {
        var options = new ArrayList<>(KnownCredentials.options(folder, broker.client(), Map.of()));
        options.addAll(
                List.of("--home", CanaryFiles.openCode(folder.resolve("home")).toString()));
        return options;
    }

    private static void write(Path path, byte[] bytes) throws IOException {
        Files.createDirectories(path.getParent());
        Files.write(path, bytes);
    }

    /** By path below the data folder. */
    private Map<String, String> rights() throws IOException {
        var data = folder.resolve("data");
        var rights = new TreeMap<String, String>();
        try (var paths = Files.walk(data)) {
            for (var path :
                    paths.filter(path -> !path.toString().endsWith(".new")).toList()) {
                rights.put(
                        data.relativize(path).toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
            }
        }
        return rights;
    }

    private static void assertRights(Map<String, String> rights) {
        assertThat(rights)
                .isEqualTo(new TreeMap<>(Map.of(
                        "",
                        "rwx------",
                        "identity.key",
                        "rw-------",
                        "native",
                        "rwx------",
                        "native/lz4",
                        "rwx------",
                        "native/sqlite",
                        "rwx------",
                        "native/zstd",
                        "rwx------",
                        "ship",
                        "rwx------",
                        "ship/checkpoint",
                        "rw-------",
                        "ship/ship.lock",
                        "rw-------",
                        "ship/status.json",
                        "rw-------")));
    }

    private void assertSaysNothing(ShipProcess ship) throws IOException {
        assertThat(Files.readString(ship.out()))
                .contains("canary.lines")
                .contains("canary.rejected")
                .contains("last ack");
        CanaryIT.assertClean("stdout", Files.readString(ship.out()));
        assertThat(ship.said()).contains("org.apache.kafka").contains("lines sent");
        CanaryIT.assertClean("stderr", ship.said());
        try (var paths = Files.walk(folder.resolve("data"))) {
            for (var path : paths.filter(Files::isRegularFile).toList()) {
                CanaryIT.assertClean(path.toString(), CanaryIT.shown(Files.readAllBytes(path)));
            }
        }
    }
}
