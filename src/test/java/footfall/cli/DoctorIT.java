package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.shipper.Reports;
import footfall.shipper.ShipperState;
import footfall.testkit.Cluster;
import footfall.testkit.OpenTransaction;
import footfall.testkit.Story;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code doctor} on a real broker, before and after its topics are created. */
@Timeout(120)
class DoctorIT {
    @TempDir
    Path folder;

    private List<String> doctor(int exit, Path config) {
        var ran = new Terminal(folder).run("doctor", "--config", config.toString(), "--set", "topic_prefix=one.");
        assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(exit);
        return ran.out()
                .replaceAll("127.0.0.1:\\d+", "BROKER")
                .replaceAll("cluster \\S+,", "cluster ID,")
                .replace(config.toString(), "CONFIG")
                .lines()
                .dropWhile(line -> !line.matches(".*  broker .*"))
                .map(line -> line.replaceAll(" +", " "))
                .toList();
    }

    @Test
    void missingTopicsAreAnErrorUntilTheyAreCreated() throws Exception {
        try (var cluster = Cluster.start(folder.resolve("cluster"))) {
            var config = config(cluster);
            var before = doctor(1, config);
            assertThat(before.subList(0, 3))
                    .satisfies(lines -> assertThat(lines.get(0))
                            .isEqualTo("ok broker Kafka at BROKER answers, cluster ID, brokers 1"))
                    .satisfies(lines -> assertThat(lines.get(1))
                            .matches("ok versions Kafka client 4[.\\d]+; brokers of Kafka 4.4; "
                                    + "cluster features: .*metadata.version \\d+.*"))
                    .satisfies(lines ->
                            assertThat(lines.get(2)).isEqualTo("ok clock the broker's clock and this machine's agree"));
            assertThat(before.get(3)).startsWith("error topics missing: one.lines, one.turns, ");
            assertThat(before.get(4)).isEqualTo(" run: footfall topics create --config CONFIG --set topic_prefix=one.");
            cluster.footfall("one", 4, Story.RULES);
            assertThat(doctor(0, config).subList(3, 7))
                    .containsExactly(
                            "ok topics all topics match",
                            "ok replicas in sync, in " + 4 * Channels.all().size() + " partitions",
                            "ok shippers known 0, late 0",
                            "ok transactions no hanging transaction");
            report(cluster, new ShipperState.Id("a", "ship", "box\u0007", "ada", "1.0", Instant.EPOCH));
            var late = doctor(0, config);
            assertThat(late.get(5))
                    .matches("warning shippers known 1, late 1: ada@box\\\\u0007 has not reported for \\d+\\.\\d s");
            assertThat(late.get(6))
                    .isEqualTo(" check that these machines are on and reach the cluster; list all with: "
                            + "footfall ship --status --team");
        }
    }

    @Test
    void aHangingTransactionIsAWarningWithTheCommandThatAbortsIt() throws Exception {
        var turns = new TopicPartition("one.turns", 0);
        OpenTransaction left;
        try (var cluster = Cluster.start(folder.resolve("cluster"))) {
            cluster.footfall("one", 1, Story.RULES);
            left = OpenTransaction.after(cluster.client(), "one-0f8fad5b-d9cb-469f-a165-70867728950e-1", turns);
        }
        left.leave(folder.resolve("cluster/broker"));
        try (var cluster = Cluster.start(folder.resolve("cluster"))) {
            var found = doctor(0, config(cluster)).stream()
                    .dropWhile(line -> !line.contains(" transactions "))
                    .toList();
            assertThat(found)
                    .containsExactly(
                            "warning transactions hanging transactions 1; readers of committed records wait at: "
                                    + "one.turns-0 offset " + left.offset(),
                            " do not stop a running processor: its next write to the partition ends the transaction. "
                                    + "If the processor that wrote it no longer runs, abort it, which loses its "
                                    + "records: kafka-transactions.sh --bootstrap-server BROKER --command-config "
                                    + "CONFIG abort --topic one.turns --partition 0 --start-offset " + left.offset());
        }
    }

    private Path config(Cluster cluster) throws IOException {
        var text = new StringBuilder();
        cluster.client().forEach((name, value) -> text.append(name + "=" + value + "\n"));
        return Files.writeString(folder.resolve("client.properties"), text);
    }

    /** It is to report again within a millisecond, and does not. */
    private static void report(Cluster cluster, ShipperState.Id id) throws Exception {
        var said = Reports.of(id, Instant.EPOCH, ShipperState.State.RUNNING, 0);
        var report = new ShipperState(id, said.at(), said.state(), said.agents(), said.backlog(), said.sent(), 1);
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>copyOf(cluster.client()), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>("one.shippers", id.shipperId(), Json.bytes(report)))
                    .get();
        }
    }
}
