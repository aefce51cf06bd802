package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.SecuredBroker;
import footfall.testkit.LongSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that lets in who has a password: what {@code --config} says reaches every client there is. */
@LongSuite
@Timeout(900)
class SecuredClusterIT {
    @TempDir
    Path home;

    @Test
    void theFileOfPropertiesOpensTheClusterToTopicsShipperAndTopologyAndNothingElseDoes() throws Exception {
        var transcripts = Transcripts.of(home.resolve("agents"), "one", "2026-01-05")
                .turn("Read", "Edit")
                .write()
                .getParent()
                .toString();
        try (var broker = SecuredBroker.start(home.resolve("broker"))) {
            var file = Files.writeString(
                            home.resolve("client.properties"),
                            broker.client().entrySet().stream()
                                    .map(one -> one.getKey() + "=" + one.getValue())
                                    .collect(Collectors.joining("\n")))
                    .toString();
            try (var topics = ChildUp.start(home, "topics", "create", "--partitions", "2", "--config", file)) {
                assertThat(topics.exit()).as(topics.err()).isZero();
            }
            try (var check = ChildUp.start(home, "topics", "check", "--config", file)) {
                assertThat(check.exit()).as(check.out()).isZero();
                assertThat(check.err()).isEqualTo("footfall: all topics match\n");
            }
            try (var ship = ChildUp.start(home, "ship", "--once", "--config", file, "--home", transcripts)) {
                assertThat(ship.exit()).as(ship.err()).isZero();
            }
            try (var stream = ChildUp.start(home, "stream", "--no-view", "--config", file)) {
                stream.says("one:0").says("closed");
                assertThat(stream.stop().exit()).isEqualTo(143);
                assertThat(stream.err() + stream.out()).doesNotContain("secret");
            }
            try (var stranger = ChildUp.start(home, "topics", "check", "--bootstrap-servers", broker.servers())) {
                assertThat(stranger.exit()).isEqualTo(1);
                assertThat(stranger.err()).contains(broker.servers()).contains("security.protocol");
            }
        }
    }
}
