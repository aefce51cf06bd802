package footfall.ship;

import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Forget;
import footfall.wire.Repricing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Applies a price list to all instances of a processor. First it sends the list to each partition of {@code lines} and
 * waits until the list is used there; from then on nothing is emitted with the list before. Then it reads what
 * {@code sessions} and {@code turns} contain, and sends a request for each session, and for each turn with another
 * list. A request for a turn that was emitted again since has no effect, so all of this can be repeated.
 */
public final class RepriceClient {
    private static final int SENT_MAX = 500;

    private final String prefix;
    private final String version;
    private final String text;
    private final ControlClient control;

    /** {@code client}: properties of a Kafka client, at least {@code bootstrap.servers}. {@code text}: the list. */
    public RepriceClient(Map<String, String> client, String prefix, String version, String text) {
        this.prefix = prefix;
        this.version = version;
        this.text = text;
        this.control = new ControlClient(client, prefix, "");
    }

    /** How long to wait for a processor; it waits longer while something happens. */
    public interface Patience {
        void goesOn();

        boolean isOver();
    }

    /** How many sessions and turns had the prices of another list, and how many of the turns have these now. */
    public record Applied(long sessions, long turns, long repriced) {}

    /** Empty when no processor has confirmed in time. */
    public Optional<Applied> apply(Patience patience) {
        if (!isUsed(patience)) {
            return Optional.empty();
        }
        var starts = ends(Channels.TURNS);
        var turns = turns(starts, patience);
        var sessions = sessions(patience);
        send(turns, starts, patience);
        var repriced = new HashSet<String>();
        boolean isDone = isUsed(patience);
        each(starts, ends(Channels.TURNS), patience, record -> {
            var turn = read(record).filter(one -> version.equals(one.priceList()));
            if (turn.isPresent() && turns.containsKey(record.key())) {
                repriced.add(record.key());
            }
        });
        return isDone ? Optional.of(new Applied(sessions, turns.size(), repriced.size())) : Optional.empty();
    }

    private Map<TopicPartition, Long> ends(Channel<?, ?> channel) {
        return control.ends(partitions(channel));
    }

    private Map<TopicPartition, Long> beginnings(Channel<?, ?> channel) {
        return control.beginnings(partitions(channel));
    }

    /** Sends the list to all partitions, and waits until all have confirmed it. */
    private boolean isUsed(Patience patience) {
        var id = UUID.randomUUID().toString();
        var starts = ends(Channels.SESSIONS);
        var request = new Repricing.PriceListRequest(id, text);
        var headers = new RecordHeaders();
        request.addTo(headers);
        control.send(control.partitions().stream()
                .map(partition -> new ProducerRecord<String, byte[]>(
                        Channels.LINES.topic(prefix), partition, null, request.bytes(), headers))
                .toList());
        var waitingFor = new HashSet<String>();
        control.partitions().forEach(partition -> waitingFor.add(Forget.confirmation(id, partition)));
        control.follow(starts, consumer -> waitingFor.isEmpty() || patience.isOver(), record -> {
            patience.goesOn();
            waitingFor.remove(record.key());
        });
        return waitingFor.isEmpty();
    }

    private long sessions(Patience patience) {
        var ids = new HashSet<String>();
        var batch = new Batch();
        each(beginnings(Channels.SESSIONS), ends(Channels.SESSIONS), patience, record -> {
            if (record.value() != null && ids.add(record.key())) {
                batch.add(record, new byte[0]);
            }
        });
        batch.send();
        return ids.size();
    }

    /** The turns whose latest record has another list, with the offset of that record. */
    private Map<String, Long> turns(Map<TopicPartition, Long> ends, Patience patience) {
        var latest = new HashMap<String, Long>();
        each(beginnings(Channels.TURNS), ends, patience, record -> {
            if (read(record).filter(one -> !version.equals(one.priceList())).isPresent()) {
                latest.put(record.key(), record.offset());
            } else {
                latest.remove(record.key());
            }
        });
        return latest;
    }

    /** Sends these records back. */
    private void send(Map<String, Long> turns, Map<TopicPartition, Long> ends, Patience patience) {
        var batch = new Batch();
        each(beginnings(Channels.TURNS), ends, patience, record -> {
            if (Long.valueOf(record.offset()).equals(turns.get(record.key()))) {
                read(record).ifPresent(one -> batch.add(record, record.value(), one.sessionId()));
            }
        });
        batch.send();
    }

    private static Optional<Repricing.EmittedTurn> read(ConsumerRecord<String, byte[]> record) {
        return record.value() == null ? Optional.empty() : Repricing.ofRecord(record.value());
    }

    private List<TopicPartition> partitions(Channel<?, ?> channel) {
        return control.partitions().stream()
                .map(partition -> new TopicPartition(channel.topic(prefix), partition))
                .toList();
    }

    /** The records of committed transactions between offsets. */
    private void each(
            Map<TopicPartition, Long> starts,
            Map<TopicPartition, Long> ends,
            Patience patience,
            Consumer<ConsumerRecord<String, byte[]>> reader) {
        control.follow(starts, consumer -> patience.isOver() || ReadUpTo.hasRead(consumer, ends), record -> {
            patience.goesOn();
            reader.accept(record);
        });
    }

    /** Requests, some at once. */
    private final class Batch {
        private final List<ProducerRecord<String, byte[]>> records = new ArrayList<>();

        void add(ConsumerRecord<String, byte[]> of, byte[] value) {
            add(of, value, of.key());
        }

        /** Topics by session have the same partitions. */
        void add(ConsumerRecord<String, byte[]> of, byte[] value, String session) {
            var headers = new RecordHeaders();
            Repricing.addTo(headers);
            records.add(new ProducerRecord<>(Channels.LINES.topic(prefix), of.partition(), session, value, headers));
            if (records.size() >= SENT_MAX) {
                send();
            }
        }

        void send() {
            control.send(records);
            records.clear();
        }
    }
}
