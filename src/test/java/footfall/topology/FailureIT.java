package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.RejectedBytes;
import footfall.row.RowBytes;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.wire.Channels;
import footfall.wire.RejectedLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ends a processor, and how it says so: records, brokers, stores. */
@LongSuite
@Timeout(120)
class FailureIT {
    private static final String CHANGELOG = "failing-assembler-changelog";

    private static final byte OTHER = 31;

    @TempDir
    Path folder;

    private static final byte[] GARBAGE = "garbage".getBytes(StandardCharsets.US_ASCII);

    private static final List<Shipment.Sent> SENT = Shipment.of(session("s1")
                    .prompt(0, "go")
                    .assistant(1, "m1", use("Read", "t1"))
                    .prompt(2, "on")
                    .assistant(3, "m2", use("Edit", "t2")))
            .records();

    @Test
    void rowsOfAnotherVersionStopTheTopologyAndSayTheWayOut() throws Exception {
        var sent = Shipment.of(session("s1")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "t1"))
                        .assistant(2, "m2", use("Read", "t2")))
                .records();
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("failing", 1, Story.RULES);
            footfall.send(sent.subList(0, 2)).run(1);
            writeVersion(cluster.client());
            delete(folder.resolve("failing"));
            try (var streaming = footfall.start(1)) {
                var failure = streaming.failure().toCompletableFuture().get(4, TimeUnit.MINUTES);
                assertThat(failure.refused().orElseThrow(() -> new AssertionError(failure)))
                        .startsWith("another version of footfall wrote the data of application failing in "
                                + folder.resolve("failing") + ": a ")
                        .endsWith("row has version " + OTHER + ", and this footfall reads only version "
                                + RowBytes.VERSION
                                + "; start that version, or start over: up with another data_dir, stream with another "
                                + "topic_prefix and --state; the transcripts that still exist are shipped again");
            }
        }
    }

    @Test
    void garbageOnTheRepartitionIsNamedInRejectedAndTheRestContinues() throws Exception {
        var sent = Shipment.of(session("s1")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "t1"))
                        .prompt(2, "on")
                        .assistant(3, "m2", use("Edit", "t2")))
                .records();
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("garbage", 1, Story.RULES);
            footfall.send(sent.subList(0, 2)).run(1);
            var topic = TallyTopology.topic("garbage");
            var garbage = "garbage".getBytes(StandardCharsets.US_ASCII);
            long offset;
            try (var producer = new KafkaProducer<>(
                    Map.copyOf(cluster.client()), new ByteArraySerializer(), new ByteArraySerializer())) {
                offset = producer.send(new ProducerRecord<>(topic, garbage, garbage))
                        .get()
                        .offset();
            }
            footfall.send(sent).run(1);
            assertThat(rejected(footfall))
                    .containsExactly(new RejectedLine(
                            topic + "-0", offset, garbage.length, RejectedBytes.Reason.UNREADABLE, null));
            assertThat(footfall.tallies().tools()).containsOnlyKeys("Read", "Edit");
        }
    }

    /** Under a key that is garbage as well and under the key of a row. */
    @Test
    void garbageOnTheChangelogsIsNamedInRejectedAndTheRestContinues() throws Exception {
        var sent = Shipment.of(session("s1")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "t1"))
                        .prompt(2, "on")
                        .assistant(3, "m2", use("Edit", "t2")))
                .records();
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("failing", 1, Story.RULES);
            try (var streaming = footfall.send(sent.subList(0, 2)).start(1)) {
                footfall.drain(streaming);
                // Nothing waits for the turn log.
                var log = Tables.TURN_LOG.changelog("failing");
                footfall.await(streaming, () -> !rows(cluster.client(), log).isEmpty());
            }
            var garbage = "garbage".getBytes(StandardCharsets.US_ASCII);
            var expected = new ArrayList<RejectedLine>();
            try (var producer = new KafkaProducer<>(
                    Map.copyOf(cluster.client()), new ByteArraySerializer(), new ByteArraySerializer())) {
                for (var store : Tables.all()) {
                    var topic = store.changelog("failing");
                    for (var key : List.of(
                            garbage, rows(cluster.client(), topic).get(0).key())) {
                        long offset = producer.send(new ProducerRecord<>(topic, 0, key, garbage))
                                .get()
                                .offset();
                        expected.add(new RejectedLine(
                                topic + "-0", offset, garbage.length, RejectedBytes.Reason.UNREADABLE, null));
                    }
                }
            }
            delete(folder.resolve("failing"));
            try (var streaming = footfall.send(sent).start(1)) {
                footfall.drain(streaming);
                // The turn log is restored beside the lines: nothing waits for it.
                footfall.await(streaming, () -> rejected(footfall).size() == expected.size());
            }
            assertThat(rejected(footfall)).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(footfall.turns())
                    .extracting(turn -> turn.id().turnId())
                    .containsExactlyInAnyOrder("s1:0", "s1:1");
            assertThat(footfall.tallies().tools()).containsOnlyKeys("Read", "Edit");
        }
    }

    private static List<RejectedLine> rejected(Cluster.Footfall footfall) {
        var rejected = new ArrayList<RejectedLine>();
        footfall.committed().each(Channels.REJECTED, record -> rejected.add(record.value()));
        return rejected;
    }

    /** Every row as another version of footfall might have written it. */
    private static void writeVersion(Map<String, String> client) throws Exception {
        var rows = rows(client, CHANGELOG);
        assertThat(rows).isNotEmpty();
        try (var producer =
                new KafkaProducer<>(Map.copyOf(client), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (var row : rows) {
                var value = row.value();
                if (value != null) {
                    var seal = row.headers().lastHeader("seal").value();
                    seal[0] = OTHER;
                    producer.send(new ProducerRecord<>(CHANGELOG, 0, row.key(), value, row.headers()))
                            .get();
                }
            }
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> rows(Map<String, String> client, String changelog) {
        var rows = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        var partition = new TopicPartition(changelog, 0);
        try (var consumer =
                new KafkaConsumer<>(Map.copyOf(client), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(100)).forEach(rows::add);
            }
        }
        return rows;
    }

    private static void delete(Path folder) throws Exception {
        try (var paths = Files.walk(folder)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** How a file of a store is broken. */
    private enum Damage {
        DELETED,
        EMPTY,
        GARBAGE
    }

    @ParameterizedTest
    @CsvSource({"CURRENT,GARBAGE", "MANIFEST,DELETED", ".sst,DELETED", ".sst,EMPTY", ".checkpoint,GARBAGE"})
    void aBrokenStoreIsDeletedAndRestored(String name, Damage damage) throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("broken", 1, Story.RULES);
            footfall.send(SENT.subList(0, 2)).run(1);
            damage(files(name), damage);
            footfall.send(SENT).run(1);
            assertHolds(footfall);
        }
    }

    /** All its files at a moment of its run, its locks included. */
    @Test
    void theFolderOfAKilledInstanceIsTakenOver() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("broken", 1, Story.RULES);
            try (var running = footfall.send(SENT.subList(0, 2)).start(1)) {
                footfall.drain(running);
                copy(folder.resolve("broken"), folder.resolve("killed"));
            }
            deleteOfBrokenStores(folder.resolve("broken"));
            Files.move(folder.resolve("killed"), folder.resolve("broken"));
            assertThat(files("LOCK")).isNotEmpty();
            footfall.send(SENT).run(1);
            assertHolds(footfall);
        }
    }

    /** Its stores stay in the folder when the partition goes to another instance. */
    @Test
    void aBrokenStoreOfAPartitionThatComesBackIsDeletedAndRestored() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("broken", 2, Story.RULES);
            try (var stays = footfall.send(SENT.subList(0, 2)).start(1)) {
                footfall.drain(stays);
                try (var joins = footfall.start("joins", 1)) {
                    footfall.await(joins, () -> footfall.shares().equals(List.of(1L, 1L)));
                    damage(files("CURRENT"), Damage.GARBAGE);
                }
                footfall.await(stays, () -> footfall.shares().equals(List.of(2L)));
                footfall.send(SENT);
                footfall.await(stays, () -> footfall.tallies().tools().size() == 2);
                assertThat(stays.restarted().orElseThrow()).contains("ProcessorStateException");
            }
            assertHolds(footfall);
        }
    }

    private static void assertHolds(Cluster.Footfall footfall) {
        assertThat(footfall.turns()).extracting(turn -> turn.id().turnId()).containsExactlyInAnyOrder("s1:0", "s1:1");
        assertThat(footfall.tallies().tools()).containsOnlyKeys("Read", "Edit");
    }

    /** A checkpoint is there only after a clean end of an older version of Kafka Streams. */
    private List<Path> files(String name) throws IOException {
        try (var paths = Files.walk(folder.resolve("broken"))) {
            var found = paths.filter(Files::isRegularFile)
                    .filter(path -> path.getFileName().toString().contains(name))
                    .toList();
            return found.isEmpty() ? tasks().map(task -> task.resolve(name)).toList() : found;
        }
    }

    private Stream<Path> tasks() {
        return Stream.of("0_0", "1_0", "2_0").map(folder.resolve("broken/broken")::resolve);
    }

    private static void damage(List<Path> files, Damage damage) throws IOException {
        for (var file : files) {
            switch (damage) {
                case DELETED -> Files.delete(file);
                case EMPTY -> Files.write(file, new byte[0]);
                case GARBAGE -> Files.write(file, GARBAGE);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var paths = Files.walk(from)) {
            for (var path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
    }

    private static void deleteOfBrokenStores(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
