package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.Defaults;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Which failures a processor survives, and what the others say. */
class TopologyFailedTest {
    private static TopologyFailed by(Exception cause) {
        return new TopologyFailed(null, new StreamsException("wrapped", cause), (StreamSettings) null);
    }

    @Test
    void whatTheClusterDoesNotGrantIsSaidWithTheWayOut() {
        assertThat(by(new TopicAuthorizationException(Set.of("footfall.lines")))
                        .refused()
                        .orElseThrow())
                .contains("denies", "footfall.lines", "administrator");
        assertThat(by(new SaslAuthenticationException("bad password")).refused().orElseThrow())
                .contains("bad password", "sasl.*");
        assertThat(by(new MissingSourceTopicException("footfall.lines is missing"))
                        .refused()
                        .orElseThrow())
                .contains("footfall topics create");
    }

    @Test
    void aClientPropertyThatKafkaRefusesIsNamed(@TempDir Path folder) {
        var properties = Map.of(
                "session.timeout.ms", "abc",
                "num.standby.replicas", "x",
                "processing.guarantee", "maybe",
                "linger.ms", "soon",
                "acks", "1");
        properties.forEach((name, value) -> {
            var client = Map.of("bootstrap.servers", "127.0.0.1:1", name, value);
            var settings = new StreamSettings("refused", folder.resolve(name), 1, 1 << 20, client);
            assertThatThrownBy(() -> Streaming.start(Defaults.TOPOLOGY, settings))
                    .isInstanceOfSatisfying(
                            TopologyFailed.class,
                            failed -> assertThat(failed.refused())
                                    .hasValueSatisfying(said -> assertThat(said)
                                            .startsWith("cannot create a Kafka client: ")
                                            .contains(name)
                                            .endsWith("; check the file given with --config")));
        });
    }

    @Test
    void aProcessWithTheInstanceIdOfThisOneIsNamedWithTheWayOut() {
        assertThat(by(new FencedInstanceIdException("The coordinator reports..."))
                        .refused())
                .hasValue("another process joined the group with the group.instance.id of this one; each instance "
                        + "needs a folder of its own: if this folder is a copy of another instance's, delete it and "
                        + "start again; nothing is lost");
    }

    @Test
    void aClusterWithTooFewBrokersIsNotABugAndOneWithFencedBrokersIsWaitedFor() {
        assertThat(by(new InvalidReplicationFactorException("only 1 broker(s) are registered."))
                        .refused())
                .hasValue("Kafka cannot create an internal topic of the topology: only 1 broker(s) are registered.; "
                        + "start more brokers, or set replication.factor in the file given with --config");
        assertThat(by(new InvalidReplicationFactorException("All brokers are currently fenced."))
                        .refused())
                .isEmpty();
    }

    @Test
    void aPartitionCountThatWasRaisedIsNamedWithTheWayOut() {
        var topic = "Existing internal topic footfall-tally-changelog has invalid partitions: expected: 4; actual: 2";
        var why = new StreamsException(topic + ". Use 'org.apache.kafka.tools.StreamsResetter' tool to clean up.");
        assertThat(by(why).refused())
                .hasValue("the partition count of a topic was changed: " + topic
                        + "; later lines of a session would not reach its turns: start over with another topic_prefix, "
                        + "for stream and shippers, which send the transcripts again");
    }

    @Test
    void aClockThatIsAheadOfTheBrokersIsNamedWithTheSettingOfTheTopics() {
        var said = "RecordError(batchIndex=0, message='Timestamp 7500000 of message with offset 3 is out of range."
                + " The timestamp should be within [-9223372036854775808, 4200000]')";
        assertThat(by(new InvalidTimestampException(said)).refused())
                .hasValue("Kafka refused a timestamp: this machine's clock is ahead of the broker's by 55 min more "
                        + "than the topic accepts; correct the clocks, or set message.timestamp.after.max.ms of "
                        + "footfall's topics to 9223372036854775807 with kafka-configs.sh, then start again; nothing "
                        + "is lost");
        assertThat(by(new InvalidTimestampException("out of range")).refused().orElseThrow())
                .startsWith(
                        "Kafka refused a timestamp: this machine's clock is ahead of the broker's; correct the clocks");
    }

    @Test
    void aFullDiskOfTheStoresIsSaidWithTheWayOut() {
        var full = new RocksDBException("While appending to file: /data/000012.sst: No space left on device");
        assertThat(by(new ProcessorStateException("Error while executing flush from store", full))
                        .refused())
                .hasValue("the disk of the stores is full: While appending to file: /data/000012.sst: No space left on"
                        + " device; free disk space and start again; nothing is lost");
    }

    @Test
    void restartsWithoutProgressNameTheExceptionAndNotItsMessage() {
        var why = new StreamsException("wrapped", new TimeoutException("a line of a transcript"));
        assertThat(TopologyFailed.fruitless(null, why).refused())
                .hasValue("the stream threads failed repeatedly with TimeoutException and processed nothing in between;"
                        + " check that the brokers run and answer, then start again; nothing is lost");
    }

    @Test
    void storesThatNeverOpenNameTheDiskAndNotTheCluster() {
        var why = new ProcessorStateException("Error opening store", new RocksDBException("Permission denied"));
        assertThat(TopologyFailed.fruitless(null, why).refused())
                .hasValue("the stream threads failed repeatedly with ProcessorStateException and processed nothing in "
                        + "between; check the disk and the rights of the folder of the stores, then start again; "
                        + "nothing is lost");
        assertThat(TopologyFailed.unopened(Path.of("/data/streams"), why).refused())
                .hasValue("the stores in /data/streams cannot be opened: Permission denied; check the disk and the "
                        + "rights of the folder, or delete it: it is restored from Kafka");
    }

    @Test
    void aBugIsNotRefusedAndItsMessageStaysInside() {
        var bug = by(new IllegalStateException("a line of a transcript"));
        assertThat(bug.refused()).isEmpty();
        assertThat(bug)
                .hasMessageStartingWith(
                        "the topology failed outside record processing: java.lang.IllegalStateException")
                .hasMessageNotContaining("transcript");
    }

    private static String name(Exception cause) {
        return TopologyFailed.Recoverable.name(new StreamsException("wrapped", new RuntimeException(cause)));
    }

    @Test
    void whatASleepATimeoutABrokenStoreOrABrokerThatStartsCausesIsFoundBehindAnyNumberOfWrappers() {
        var ordinary = List.of(
                new ProducerFencedException("x"),
                new InvalidProducerEpochException("x"),
                new InvalidTxnStateException("x"),
                new TaskMigratedException("x"),
                new TimeoutException("x"),
                new UnknownMemberIdException("x"),
                new CommitFailedException("x"),
                new InvalidReplicationFactorException("All brokers are currently fenced."),
                new LagConsumer.ClockStep(),
                new ProcessorStateException("x"));
        assertThat(ordinary)
                .allSatisfy(
                        one -> assertThat(name(one)).isEqualTo(one.getClass().getSimpleName()));
    }

    @Test
    void aBugIsNone() {
        assertThat(Stream.of(
                                new IllegalStateException("x"),
                                new NullPointerException("x"),
                                new RecordTooLargeException("x"),
                                new InvalidReplicationFactorException("only 1 broker(s)"),
                                new InvalidTimestampException("x"))
                        .map(TopologyFailedTest::name))
                .containsOnlyNulls();
    }
}
