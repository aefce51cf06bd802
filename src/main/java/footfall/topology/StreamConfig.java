package footfall.topology;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.utils.MachineClock;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.api.Record;

/** The configuration of the Kafka Streams client, with reasons. */
final class StreamConfig {
    private StreamConfig() {}

    static Properties of(StreamSettings settings, BoundedRocks.Memory memory, AtomicReference<String> failure) {
        var config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
        config.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDirectory().toString());
        config.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        // For tasks with a backlog: new input is committed as soon as it is processed (PunctuationSchedule).
        config.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, 200);
        // The maximum delay of a punctuation while there is work (PollWait).
        config.put(StreamsConfig.POLL_MS_CONFIG, 10);
        // The turn log needs no order among its topics, and other tasks have one partition. Checking for others
        // would cost a line a twentieth of its time.
        config.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocks.class);
        config.put(BoundedRocks.MEMORY, memory);
        config.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, FailurePlace.class);
        config.put(FailurePlace.PLACE, failure);
        config.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
        // A large turn's row may exceed the default request size.
        config.put(StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), 2 << 20);
        config.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "lz4");
        // Each batch allocates 128 KB to be compressed.
        config.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 64 << 10);
        // A record or a commit waits for brokers that are away. After a timeout, Kafka Streams would delete the stores
        // of
        // the task (KAFKA-9274), and end with the next call, because the commit is still pending (KAFKA-13412).
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, Long.MAX_VALUE);
        config.put(StreamsConfig.topicPrefix("max.message.bytes"), 2 << 20);
        config.put(StreamsConfig.topicPrefix("message.timestamp.after.max.ms"), Long.toString(Long.MAX_VALUE));
        config.put(StreamsConfig.DEFAULT_TIMESTAMP_EXTRACTOR_CLASS_CONFIG, BoundedArrival.class);
        // A broker whose machine vanished closes no connection. Its partitions have another leader after the broker's
        // session timeout (9 s); by default, what was sent to it waits for 30 s.
        config.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, 12_000);
        // When a killed instance has left the group, another takes over (OrphanedTransactions).
        config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000);
        config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 1_000);
        if (!settings.client().containsKey(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG)) {
            // The heartbeat thread of a consumer wakes that often.
            config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.RETRY_BACKOFF_MS_CONFIG), 300);
            // Committed offsets are asked for again that often, until a killed instance's transaction is aborted.
            config.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.RETRY_BACKOFF_MAX_MS_CONFIG), 300);
        }
        config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 60_000);
        settings.client().forEach(config::put);
        return config;
    }

    /**
     * A record's timestamp, or the current time if it is in the future because the clock was set back. Outputs
     * and changelogs inherit the timestamp, and a broker may refuse one that is over an hour ahead. A record
     * without a timestamp (-1) gets 0, because Kafka Streams skips negative timestamps.
     */
    public static final class BoundedArrival implements TimestampExtractor {
        private final LongSupplier clock;

        /** Instantiated by Kafka Streams. */
        public BoundedArrival() {
            this(MachineClock.time()::milliseconds);
        }

        BoundedArrival(LongSupplier clock) {
            this.clock = clock;
        }

        @Override
        public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
            return Math.max(0, Math.min(record.timestamp(), clock.getAsLong()));
        }
    }

    /** Records the position of the record at which a bug stopped the client, without its content. */
    public static final class FailurePlace implements ProcessingExceptionHandler {
        static final String PLACE = "footfall.failure.place";

        private AtomicReference<String> place = new AtomicReference<>();

        @Override
        @SuppressWarnings("unchecked") // Only Streaming sets it.
        public void configure(Map<String, ?> configs) {
            if (configs.get(PLACE) instanceof AtomicReference<?> given) {
                place = (AtomicReference<String>) given;
            }
        }

        @Override
        public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception bug) {
            place.compareAndSet(null, describe(context));
            return Response.fail();
        }

        private static String describe(ErrorHandlerContext context) {
            var session = context.sourceRawKey() == null
                    ? "none"
                    : new String(context.sourceRawKey(), StandardCharsets.UTF_8);
            return context.topic() == null
                    ? "a punctuation of task " + context.taskId() + " in " + context.processorNodeId()
                    : "session " + session + ", topic " + context.topic() + ", partition " + context.partition()
                            + ", offset "
                            + context.offset();
        }
    }
}
