package footfall.topology;

import footfall.row.RowBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;

/**
 * The producer of a stream thread; seals the rows of changelogs, reports the input offsets that a transaction has
 * committed, and how long it has been waiting for the brokers: Kafka's metrics count a call when it has returned (no
 * upstream issue found).
 */
final class CommitProducer extends KafkaProducer<byte[], byte[]> {
    private final Consumer<Map<TopicPartition, OffsetAndMetadata>> committed;
    private final WaitListener waits;
    private Map<TopicPartition, OffsetAndMetadata> sent = Map.of();
    private final CommitPace pace = new CommitPace();
    /** When the call began that has not returned, in ms; 0 for none. */
    private volatile long calledAt;

    /** Gets how long each call took, in milliseconds since 1970. */
    interface WaitListener {
        void waited(long since, long until);
    }

    CommitProducer(
            Map<String, Object> config,
            Consumer<Map<TopicPartition, OffsetAndMetadata>> committed,
            WaitListener waits) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.committed = committed;
        this.waits = waits;
    }

    /** Thread-safe: since when the stream thread has been waiting in a call of this producer; empty if it is not. */
    OptionalLong waitingSince() {
        long at = calledAt;
        return at == 0 ? OptionalLong.empty() : OptionalLong.of(at);
    }

    boolean mayCommit() {
        return pace.allows(Time.SYSTEM.nanoseconds());
    }

    private <T> T timed(Supplier<T> call) {
        calledAt = Time.SYSTEM.milliseconds();
        try {
            return call.get();
        } finally {
            waits.waited(calledAt, Time.SYSTEM.milliseconds());
            calledAt = 0;
        }
    }

    private void timed(Runnable call) {
        timed(() -> {
            call.run();
            return null;
        });
    }

    @Override
    public void initTransactions() {
        timed(() -> super.initTransactions());
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return timed(() -> super.partitionsFor(topic));
    }

    @Override
    public void beginTransaction() {
        pace.cancel();
        timed(super::beginTransaction);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        Seal.set(record);
        return timed(() -> super.send(record, callback));
    }

    @Override
    public void flush() {
        pace.begin(Time.SYSTEM.nanoseconds());
        timed(super::flush);
    }

    @Override
    public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        pace.begin(Time.SYSTEM.nanoseconds());
        timed(() -> super.sendOffsetsToTransaction(offsets, group));
        sent = Map.copyOf(offsets);
    }

    @Override
    public void commitTransaction() {
        timed(super::commitTransaction);
        pace.end(Time.SYSTEM.nanoseconds());
        committed.accept(sent);
        sent = Map.of();
    }

    @Override
    public void abortTransaction() {
        sent = Map.of();
        timed(super::abortTransaction);
    }

    /**
     * When a stream thread may ask for its next commit: its commits take at most a third of its time. A commit takes 8
     * ms at rest, and 100 ms where brokers or the machine are busy; asked for after each line, it then leaves no time
     * for lines. A single one that is slow delays nothing: the fastest of the last three counts. What is not asked for
     * is committed with the commit interval. All times are in nanoseconds; thread-safe for one writer.
     */
    static final class CommitPace {
        private long beganAt;
        private boolean hasBegun;
        private long last;
        private long lastButOne;
        private volatile long nextAt = Long.MIN_VALUE;

        /** The first of several calls begins the commit. */
        void begin(long now) {
            beganAt = hasBegun ? beganAt : now;
            hasBegun = true;
        }

        void end(long now) {
            long took = now - beganAt;
            nextAt = now + 2 * Math.min(took, Math.min(last, lastButOne));
            lastButOne = last;
            last = took;
            hasBegun = false;
        }

        /** A transaction begins; the one before may have been aborted. */
        void cancel() {
            hasBegun = false;
        }

        boolean allows(long now) {
            return nextAt == Long.MIN_VALUE || now - nextAt >= 0;
        }
    }

    /**
     * The header of a changelog's record by which a restoring instance knows that a stream thread wrote it: the version
     * of {@link RowBytes}, 1 B, and the CRC-32C (RFC 3720) of key, its length and value, 4 B big-endian. To decode each
     * row instead takes ten times as long, and lets damage pass that decodes. A deletion has none.
     */
    static final class Seal {
        private static final String HEADER = "seal";

        /** As Kafka Streams names them. */
        private static final String CHANGELOG = "-changelog";

        private Seal() {}

        /** Seals a row on its way to a changelog; other records stay as they are. */
        static void set(ProducerRecord<byte[], byte[]> record) {
            if (record.value() != null && record.topic().endsWith(CHANGELOG)) {
                record.headers().add(HEADER, bytes(record.key(), record.value()));
            }
        }

        private static byte[] bytes(byte[] key, byte[] value) {
            var crc = new CRC32C();
            crc.update(key);
            // The last two bytes of its length; else the sum would not tell where the key ends.
            crc.update(key.length >> 8);
            crc.update(key.length);
            crc.update(value);
            return ByteBuffer.allocate(1 + Integer.BYTES)
                    .put((byte) RowBytes.VERSION)
                    .putInt((int) crc.getValue())
                    .array();
        }

        /**
         * Whether a record is a row as it was written, or a deletion.
         *
         * @throws RowBytes.UnsupportedVersion when another version of footfall wrote it
         */
        static boolean isWhole(ConsumerRecord<byte[], byte[]> record) {
            if (record.key() == null || record.value() == null) {
                return record.key() != null;
            }
            var header = record.headers().lastHeader(HEADER);
            // Rows of earlier versions have no seal, and begin with their version.
            var versioned = header == null || header.value() == null ? record.value() : header.value();
            return RowBytes.tried(() -> {
                        RowBytes.UnsupportedVersion.check(
                                "a row", versioned.length == 0 ? 0 : versioned[0], RowBytes.VERSION);
                        return Arrays.equals(versioned, bytes(record.key(), record.value()));
                    })
                    .orElse(false);
        }
    }
}
