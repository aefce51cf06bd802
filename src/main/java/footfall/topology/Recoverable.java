package footfall.topology;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;

/**
 * Exceptions that end a stream thread without being a bug: the machine was suspended, the transaction timed
 * out, the broker was unreachable, a store is broken. A new thread continues from the last commit.
 */
final class Recoverable {
    private static final Set<Class<? extends Throwable>> KINDS = Set.of(
            RetriableException.class, // Timeouts, disconnects, elections of a coordinator.
            ApplicationRecoverableException.class,
            TaskMigratedException.class,
            TaskCorruptedException.class,
            ProcessorStateException.class, // A broken store: it is deleted with its task and restored.
            CommitFailedException.class,
            ProducerFencedException.class,
            InvalidProducerEpochException.class,
            InvalidTxnStateException.class,
            InvalidPidMappingException.class,
            UnknownProducerIdException.class,
            OutOfOrderSequenceException.class,
            TransactionAbortedException.class,
            UnknownMemberIdException.class,
            IllegalGenerationException.class,
            RebalanceInProgressException.class,
            ClockStep.class);

    private Recoverable() {}

    /** No broker can host a new topic until its next heartbeat. Kafka has no separate error for this. */
    private static boolean areBrokersFenced(Throwable why) {
        return why instanceof InvalidReplicationFactorException
                && why.getMessage().contains("fenced");
    }

    /** The name of the first such exception in the causes; null for a bug. */
    static String name(Throwable why) {
        return Stream.iterate(why, Objects::nonNull, Throwable::getCause)
                .filter(cause -> KINDS.stream().anyMatch(kind -> kind.isInstance(cause)) || areBrokersFenced(cause))
                .findFirst()
                .map(cause -> cause.getClass().getSimpleName())
                .orElse(null);
    }
}
