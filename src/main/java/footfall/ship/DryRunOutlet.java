package footfall.ship;

import footfall.line.RejectedBytes;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Passes every record to a reader and acknowledges it at once. */
public final class DryRunOutlet implements Outlet {
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
