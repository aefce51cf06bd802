package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.junit.jupiter.api.Test;

class RecoverableTest {
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
                        .map(RecoverableTest::name))
                .containsOnlyNulls();
    }
}
