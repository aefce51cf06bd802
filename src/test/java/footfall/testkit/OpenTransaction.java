package footfall.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/**
 * A transaction whose coordinator has completed it, and whose end is missing in a partition: its broker was killed
 * between the two. The record is at {@code offset}.
 */
public record OpenTransaction(TopicPartition partition, long producerId, short epoch, long offset) {
    private static final int SEGMENT_NAME_DIGITS = 20;

    /** Commits one record; the next one of this producer is to be left open, at the end of the partition. */
    public static OpenTransaction after(Map<String, String> client, String transactionalId, TopicPartition partition)
            throws Exception {
        commit(client, transactionalId, partition, "committed");
        try (var admin = Admin.create(Map.copyOf(client))) {
            // A commit is answered before its marker is written, and with it the end of the partition.
            var known = Awaitility.await()
                    .until(
                            () -> admin.describeTransactions(Set.of(transactionalId))
                                    .description(transactionalId)
                                    .get(),
                            described -> described.state() == TransactionState.COMPLETE_COMMIT);
            return new OpenTransaction(
                    partition, known.producerId(), (short) known.producerEpoch(), end(admin, partition));
        }
    }

    private static long end(Admin admin, TopicPartition partition) throws InterruptedException, ExecutionException {
        return admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get()
                .offset();
    }

    /** As a processor does. */
    public static void commit(
            Map<String, String> client, String transactionalId, TopicPartition partition, String... values) {
        var config = new HashMap<String, Object>(client);
        config.put("transactional.id", transactionalId);
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            for (var value : List.of(values)) {
                producer.send(new ProducerRecord<>(partition.topic(), partition.partition(), value, value));
            }
            producer.commitTransaction();
        }
    }

    /** Writes its record to the log of a stopped broker, which finds it when it recovers the log. */
    public void leave(Path broker) throws IOException {
        var segment = broker.resolve(partition.toString()).resolve("0".repeat(SEGMENT_NAME_DIGITS) + ".log");
        try (var log = FileChannel.open(segment, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            for (var batch = batch(); batch.hasRemaining(); ) {
                log.write(batch);
            }
        }
        Files.deleteIfExists(broker.resolve(".kafka_cleanshutdown"));
    }

    private ByteBuffer batch() {
        var record = new SimpleRecord("open".getBytes(), "open".getBytes());
        return MemoryRecords.withTransactionalRecords(offset, Compression.NONE, producerId, epoch, 0, 0, record)
                .buffer();
    }
}
