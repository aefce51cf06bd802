package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.redact.Identity;
import footfall.redact.RedactedLine;
import footfall.wire.Channels;
import footfall.wire.EventJson;
import footfall.wire.LineHeaders;
import footfall.wire.RejectedLine;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Builds the records for lines and rejected places. */
public final class LineRecords {
    /** The limit of the topology, too. No broker accepts a larger record, so it is not sent. */
    private static final int RECORD_BYTES_MAX = 1 << 20;

    private final String lines;
    private final String rejected;
    private final Identity identity;

    public LineRecords(String prefix, Identity identity) {
        this.lines = Channels.LINES.topic(prefix);
        this.rejected = Channels.REJECTED.topic(prefix);
        this.identity = identity;
    }

    /** A line on {@code lines}; for one that is too large, its position on {@code rejected}. */
    public ProducerRecord<String, byte[]> of(Outlet.Outgoing outgoing) {
        var line = outgoing.line();
        var value = EventJson.bytes(line);
        if (value.length > RECORD_BYTES_MAX) {
            return unsendable(line);
        }
        var record = new ProducerRecord<>(lines, line.session().value(), value);
        new LineHeaders(
                        line.file(),
                        line.offset(),
                        outgoing.previousOffset(),
                        identity.host(),
                        identity.user(),
                        outgoing.copiedFrom(),
                        outgoing.skipped(),
                        line.parent(),
                        outgoing.sender())
                .addTo(record.headers());
        return record;
    }

    /** The position of a line that the broker rejects. */
    ProducerRecord<String, byte[]> unsendable(RedactedLine line) {
        return of(
                line.file().toString(),
                new RejectedBytes(RejectedBytes.Reason.UNSENDABLE, line.offset(), line.length()));
    }

    public ProducerRecord<String, byte[]> of(String fileId, RejectedBytes why) {
        var row = new RejectedLine(fileId, why.offset(), why.length(), why.reason(), identity.host());
        var value = Channels.REJECTED.value().serializer().serialize(rejected, row);
        return new ProducerRecord<>(rejected, fileId, value);
    }

    /** Whether a record is a line, not only its position. */
    public boolean isLine(ProducerRecord<String, byte[]> record) {
        return record.topic().equals(lines);
    }

    /** Passes every record to a reader and acknowledges it at once. */
    public static final class DryRunOutlet implements Outlet {
        private final LineRecords records;
        private final Consumer<OutgoingRecord> reader;

        public DryRunOutlet(LineRecords records, Consumer<OutgoingRecord> reader) {
            this.records = records;
            this.reader = reader;
        }

        /** A record to send; {@code headers} as strings, {@code value} is JSON in UTF-8. */
        public record OutgoingRecord(String topic, String key, Map<String, String> headers, byte[] value) {}

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            var record = records.of(outgoing);
            show(record, taken);
            return records.isLine(record);
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            show(records.of(fileId, rejected), taken);
        }

        private void show(ProducerRecord<String, byte[]> record, Runnable taken) {
            var headers = new LinkedHashMap<String, String>();
            record.headers()
                    .forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
            reader.accept(new OutgoingRecord(record.topic(), record.key(), headers, record.value()));
            taken.run();
        }
    }
}
