package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import footfall.testkit.OlderBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the table of versions in operating.md promises, with brokers of these releases. */
@LongSuite
@Timeout(900)
class OlderBrokersIT {
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

    @TempDir
    Path home;

    private String servers;

    private ChildUp footfall(String... arguments) throws IOException {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--bootstrap-servers", servers));
        return ChildUp.start(home, all.toArray(String[]::new));
    }

    private String done(String... arguments) throws IOException {
        try (var ended = footfall(arguments)) {
            assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
            return ended.out() + ended.err();
        }
    }

    private String ownFile(String name, String content) throws IOException {
        var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        return Files.writeString(Files.createFile(home.resolve(name), owner), content)
                .toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.6.2", "3.7.2", "3.9.1"})
    void aTurnIsShippedProcessedRelayedAndForgotten(String version) throws Exception {
        var transcripts = Transcripts.of(home.resolve("agents"), "one", "2026-01-05")
                .turn("Read", "Edit", "Bash", "Read", "Edit", "Bash")
                .write()
                .getParent()
                .toString();
        try (var broker = OlderBroker.start(home.resolve("broker"), version);
                var receiver = new Receiver(SECRET)) {
            servers = broker.servers();
            done("topics", "create", "--partitions", "2");
            assertThat(done("doctor"))
                    .contains("brokers of Kafka " + version.substring(0, 3) + ";")
                    .contains("all topics match")
                    .contains("no hanging transaction");
            done("ship", "--once", "--home", transcripts);
            try (var stream = footfall(
                    "stream", "--no-view", "--set", "turn_length_threshold=1", "--set", "alert_max_age=9999d")) {
                stream.says("one:0").says("closed");
                var hook = ownFile("hook", receiver.url());
                var secret = ownFile("secret", SECRET);
                try (var relay = footfall("relay", "--webhook-file", hook, "--secret-file", secret, "--json")) {
                    Awaitility.await()
                            .atMost(ChildUp.PATIENCE)
                            .until(() -> !receiver.all().isEmpty() || !relay.isAlive());
                    assertThat(receiver.all())
                            .as(relay.err())
                            .extracting(Receiver.Received::subject)
                            .contains("one");
                    assertThat(relay.stop().exit()).as(relay.err()).isEqualTo(143);
                }
                assertThat(done("forget", "--session", "one", "--yes"))
                        .contains("Deleted: 1 session, 1 turn, 6 invocations.");
                assertThat(stream.stop().exit()).as(stream.err()).isEqualTo(143);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "3.5.2")
    void brokersOfAnEarlierReleaseAreNamedByDoctorAndRefuseTheTopics(String version) throws Exception {
        try (var broker = OlderBroker.start(home.resolve("broker"), version)) {
            servers = broker.servers();
            try (var create = footfall("topics", "create", "--partitions", "2")) {
                assertThat(create.exit()).isEqualTo(1);
                assertThat(create.err()).contains("message.timestamp.after.max.ms");
            }
            try (var doctor = footfall("doctor")) {
                assertThat(doctor.exit()).isEqualTo(1);
                assertThat(doctor.out().lines().map(line -> line.replaceAll(" +", " ")))
                        .contains("error versions Kafka client 4.4.0; brokers of Kafka 3.5; cluster features: "
                                + "metadata.version 11");
            }
        }
    }
}
