package footfall.topology;

import footfall.row.RowBytes.UnsupportedVersion;
import footfall.wire.Denied;
import footfall.wire.MissingTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApplicationRecoverableException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;

/**
 * The topology stopped: because of a bug, or a problem of the cluster. The message contains the place; the
 * cause's own message may quote a record, so it must not be shown.
 */
public final class TopologyFailed extends RuntimeException {
    private static final Pattern OUT_OF_RANGE =
            Pattern.compile("Timestamp (\\d{1,18}) of message .* within \\[-?\\d+, (\\d{1,18})]");

    private final String refused;

    TopologyFailed(String place, Throwable bug, StreamSettings settings) {
        this(place, bug, refused(root(bug), settings));
    }

    private TopologyFailed(String place, Throwable why, String refused) {
        super(
                "the topology " + (place == null ? "failed outside record processing" : "stopped at " + place) + ": "
                        + named(why),
                why);
        this.refused = refused;
    }

    /** Stream threads were replaced repeatedly without progress. */
    static TopologyFailed fruitless(String place, Throwable why) {
        var name = Recoverable.name(why);
        var check = name.equals(ProcessorStateException.class.getSimpleName())
                ? "the disk and the rights of the folder of the stores"
                : "that the brokers run and answer";
        return new TopologyFailed(
                place,
                why,
                "the stream threads failed repeatedly with " + name + " and processed nothing in between; check "
                        + check + ", then start again; nothing is lost");
    }

    /** The stores were deleted, and the new ones cannot be opened either. */
    static TopologyFailed unopened(Path folder, Throwable why) {
        return new TopologyFailed(
                null,
                why,
                "the stores in " + folder + " cannot be opened: " + root(why).getMessage()
                        + "; check the disk and the rights of the folder, or delete it: it is restored from Kafka");
    }

    /** The problem of the cluster and the remedy; empty for a bug. */
    public Optional<String> refused() {
        return Optional.ofNullable(refused);
    }

    private static String refused(Throwable cause, StreamSettings settings) {
        var said = ": " + cause.getMessage();
        if (cause.getMessage() != null && cause.getMessage().contains("No space left on device")) {
            return "the disk of the stores is full" + said + "; free disk space and start again; nothing is lost";
        }
        if (cause instanceof AuthorizationException denied) {
            return Denied.toTopology(denied);
        } else if (cause instanceof AuthenticationException) {
            return "authentication with Kafka failed" + said
                    + "; check security.protocol, sasl.* and ssl.* in the file given with --config";
        } else if (cause instanceof ConfigException) {
            return "cannot create a Kafka client" + said + "; check the file given with --config";
        } else if (cause instanceof MissingSourceTopicException || cause instanceof UnknownTopicOrPartitionException) {
            return "a topic was deleted while the topology was running" + said + "; " + MissingTopics.REMEDY;
        } else if (cause instanceof StreamsException && said.contains("has invalid partitions")) {
            return "the partition count of a topic was changed" + said.replaceFirst("\\. Use .*", "")
                    + "; later lines of a session would not reach its turns: start over with another topic_prefix, "
                    + "for stream and shippers, which send the transcripts again";
        } else if (cause instanceof InvalidReplicationFactorException && Recoverable.name(cause) == null) {
            return "Kafka cannot create an internal topic of the topology" + said
                    + "; start more brokers, or set replication.factor in the file given with --config";
        } else if (cause instanceof InvalidTimestampException) {
            return refused((InvalidTimestampException) cause);
        } else if (cause instanceof LockException) {
            return "the folder of the stores is in use by another footfall" + said
                    + "; stop it, or choose another folder with --state (stream) or --set data_dir=DIR (up)";
        } else if (cause instanceof GroupIdNotFoundException || cause instanceof InconsistentGroupProtocolException) {
            return "instances of application " + settings.applicationId()
                    + " run with another group.protocol; start this one with the same, or stop all of them first; "
                    + "nothing is lost";
        } else if (cause instanceof FencedInstanceIdException) {
            return "another process joined the group with the group.instance.id of this one; each instance needs a "
                    + "folder of its own: if this folder is a copy of another instance's, delete it and start again; "
                    + "nothing is lost";
        } else if (cause instanceof UnsupportedVersion) {
            return "another version of footfall wrote the data of application " + settings.applicationId() + " in "
                    + settings.stateDirectory() + said
                    + "; start that version, or start over: up with another data_dir, stream with another "
                    + "topic_prefix and --state; the transcripts that still exist are shipped again";
        }
        return null;
    }

    /** The broker's message names the timestamp and the latest one that the topic accepts. */
    private static String refused(InvalidTimestampException cause) {
        var found = OUT_OF_RANGE.matcher(String.valueOf(cause.getMessage()));
        var by = found.find()
                ? " by "
                        + Duration.ofMillis(Long.parseLong(found.group(1)) - Long.parseLong(found.group(2)))
                                .toMinutes()
                        + " min more than the topic accepts"
                : "";
        return "Kafka refused a timestamp: this machine's clock is ahead of the broker's" + by
                + "; correct the clocks, or set message.timestamp.after.max.ms of footfall's topics to "
                + Long.MAX_VALUE
                + " with kafka-configs.sh, then start again; nothing is lost";
    }

    private static Throwable root(Throwable bug) {
        return Stream.iterate(bug, Objects::nonNull, Throwable::getCause).reduce(bug, (cause, next) -> next);
    }

    private static String named(Throwable bug) {
        var cause = root(bug);
        var at = cause.getStackTrace().length == 0 ? "" : " at " + cause.getStackTrace()[0];
        return cause.getClass().getName() + at;
    }

    /**
     * Exceptions that end a stream thread without being a bug: the machine was suspended, the transaction timed
     * out, the broker was unreachable, a store is broken. A new thread continues from the last commit.
     */
    static final class Recoverable {
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
                LagConsumer.ClockStep.class);

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
}
