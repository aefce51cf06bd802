package footfall.topology;

import footfall.row.RowBytes;
import footfall.row.UnsupportedVersion;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The header of a changelog's record by which a restoring instance knows that a stream thread wrote it: the version of
 * {@link RowBytes}, 1 B, and the CRC-32C (RFC 3720) of key, its length and value, 4 B big-endian. To decode each row
 * instead takes ten times as long, and lets damage pass that decodes. A deletion has none.
 */
final class Seal {
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
     * @throws UnsupportedVersion when another version of footfall wrote it
     */
    static boolean isWhole(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            return record.key() != null;
        }
        var header = record.headers().lastHeader(HEADER);
        // Rows of earlier versions have no seal, and begin with their version.
        var versioned = header == null || header.value() == null ? record.value() : header.value();
        return RowBytes.tried(() -> {
                    UnsupportedVersion.check("a row", versioned.length == 0 ? 0 : versioned[0], RowBytes.VERSION);
                    return Arrays.equals(versioned, bytes(record.key(), record.value()));
                })
                .orElse(false);
    }
}
