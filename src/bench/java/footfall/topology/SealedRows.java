package footfall.topology;

import org.apache.kafka.clients.producer.ProducerRecord;

/** Rows for changelogs, as stream threads write them. */
public final class SealedRows {
    private SealedRows() {}

    public static ProducerRecord<byte[], byte[]> of(String changelog, int partition, byte[] key, byte[] value) {
        var row = new ProducerRecord<>(changelog, partition, key, value);
        CommitProducer.Seal.set(row);
        return row;
    }
}
