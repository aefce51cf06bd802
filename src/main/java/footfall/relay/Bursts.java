package footfall.relay;

import footfall.alert.Alert;
import footfall.relay.Outbox.Outgoing;
import footfall.view.RelayMeter;
import footfall.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Alerts that wait for others of the same session, tool or project: those whose records are less than a window apart
 * from the first one's become one message. Raised and cleared alerts are never in the same message.
 */
final class Bursts implements Outbox<AlertMessage> {
    /** A chat shows that many; later alerts begin another message. */
    static final int ALERTS_MAX = 10;

    private static final int WAITING_MAX = 1_000;

    private final RelaySettings settings;
    private final Unreadable unreadable;
    private final RelayMeter meter;
    /** In the order of their first alerts. */
    private final Map<Key, Burst> open = new LinkedHashMap<>();

    private final List<Burst> full = new ArrayList<>();

    /** Receives records that are not alerts. */
    interface Unreadable {
        void accept(ConsumerRecord<String, byte[]> record);
    }

    /** {@code kind}: of the subject, since a tool may have the name of a project. */
    private record Key(TopicPartition partition, String kind, String subject, Alert.State state) {}

    private record Burst(
            String subject, Instant since, List<Alert> alerts, List<ConsumerRecord<String, byte[]>> records) {}

    Bursts(RelaySettings settings, Unreadable unreadable, RelayMeter meter) {
        this.settings = settings;
        this.unreadable = unreadable;
        this.meter = meter;
    }

    @Override
    public Fate add(ConsumerRecord<String, byte[]> record, Instant now) {
        if (isOld(record, now)) {
            meter.skipped();
            return Fate.DONE;
        }
        var alert = alert(record);
        if (alert.isEmpty()) {
            unreadable.accept(record);
            return Fate.DONE;
        }
        if (alert.get().level() < settings.level()) {
            return Fate.DONE;
        }
        add(record, alert.get(), now);
        return Fate.WAITS;
    }

    private void add(ConsumerRecord<String, byte[]> record, Alert alert, Instant now) {
        var key = new Key(partition(record), alert.kind().subject(), record.key(), alert.state());
        var burst = open.get(key);
        if (burst != null && !hasRoom(burst, record)) {
            full.add(open.remove(key));
            burst = null;
        }
        if (burst == null) {
            burst = new Burst(record.key(), now, new ArrayList<>(), new ArrayList<>());
            open.put(key, burst);
        }
        burst.alerts.add(alert);
        burst.records.add(record);
    }

    /** Timestamps decide, not the time of arrival here: a repeated read then forms the same messages. */
    private boolean hasRoom(Burst burst, ConsumerRecord<String, byte[]> record) {
        long first = burst.records.get(0).timestamp();
        return burst.alerts.size() < ALERTS_MAX
                && record.timestamp() - first < settings.window().toMillis();
    }

    private static Optional<Alert> alert(ConsumerRecord<String, byte[]> record) {
        if (record.key() == null || record.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(Json.read(Alert.class, record.value())).filter(Bursts::isComplete);
        } catch (SerializationException notOne) {
            return Optional.empty();
        }
    }

    private static boolean isComplete(Alert alert) {
        return alert.alertId() != null
                && alert.kind() != null
                && alert.state() != null
                && alert.origin() != null
                && alert.raisedAt() != null;
    }

    @Override
    public Optional<Outgoing<AlertMessage>> next(Instant now, Progress progress) {
        if (!full.isEmpty()) {
            return Optional.of(outgoing(full.remove(0), now));
        }
        var first = open.entrySet().stream().findFirst();
        return first.filter(entry -> progress.isEnd()
                        || !entry.getValue().since.plus(settings.window()).isAfter(now))
                .map(entry -> outgoing(open.remove(entry.getKey()), now));
    }

    private boolean isOld(ConsumerRecord<String, byte[]> record, Instant now) {
        return Instant.ofEpochMilli(record.timestamp()).isBefore(now.minus(settings.maxAge()));
    }

    /** Alerts may have become old while earlier messages were retried: then only those are returned, as skipped. */
    private Outgoing<AlertMessage> outgoing(Burst burst, Instant now) {
        var old = burst.records.stream().filter(record -> isOld(record, now)).toList();
        if (!old.isEmpty()) {
            old.forEach(record -> meter.skipped());
            var rest = new Burst(burst.subject, burst.since, new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < burst.records.size(); i++) {
                if (!old.contains(burst.records.get(i))) {
                    rest.alerts.add(burst.alerts.get(i));
                    rest.records.add(burst.records.get(i));
                }
            }
            if (!rest.records.isEmpty()) {
                full.add(0, rest);
            }
            return new Outgoing<>(null, old);
        }
        var at = Instant.ofEpochMilli(burst.records.get(0).timestamp());
        return new Outgoing<>(AlertMessage.of(burst.subject, burst.alerts, at), burst.records);
    }

    @Override
    public int size() {
        return full.stream().mapToInt(burst -> burst.alerts.size()).sum()
                + open.values().stream().mapToInt(burst -> burst.alerts.size()).sum();
    }

    @Override
    public boolean isFull() {
        return size() >= WAITING_MAX;
    }

    @Override
    public void drop(TopicPartition partition) {
        open.keySet().removeIf(key -> key.partition.equals(partition));
        full.removeIf(burst -> partition(burst.records.get(0)).equals(partition));
    }

    private static TopicPartition partition(ConsumerRecord<String, byte[]> record) {
        return new TopicPartition(record.topic(), record.partition());
    }
}
