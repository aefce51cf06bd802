package footfall.ship;

import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Forget;
import footfall.wire.Partitions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Sends requests to forget and counts the tombstones that follow from them. Needs Write on {@code lines}, and to
 * count also Read on the topics of {@link #COUNTED}.
 */
public final class ForgetClient {
    private static final List<Channel<?, ?>> COUNTED = List.of(Channels.TURNS, Channels.INVOCATIONS, Channels.SESSIONS);

    private final String prefix;
    private final List<Forget> requests;
    private final ControlClient control;
    private Map<TopicPartition, Long> starts;

    /** {@code client}: properties of a Kafka client, at least {@code bootstrap.servers}. */
    public ForgetClient(Map<String, String> client, String prefix, Forget request) {
        this(client, prefix, List.of(request));
    }

    /** Of several sessions. */
    public ForgetClient(Map<String, String> client, String prefix, List<Forget> requests) {
        this.prefix = prefix;
        this.requests = List.copyOf(requests);
        this.control = new ControlClient(client, prefix, ", or do not wait for the effect: --wait 0");
    }

    /** How many records were deleted. */
    public record Deleted(long turns, long invocations, long sessions) {}

    /** The sessions whose latest record on {@code sessions} meets this, however long ago they began; sorted. */
    public static List<String> sessions(Map<String, String> client, String prefix, Predicate<byte[]> isAsked) {
        var control = new ControlClient(client, prefix, ", or name each session with --session");
        var partitions = control.partitions().stream()
                .map(partition -> new TopicPartition(Channels.SESSIONS.topic(prefix), partition))
                .toList();
        var ends = control.ends(partitions);
        var found = new TreeSet<String>();
        control.follow(control.beginnings(partitions), new ReadUpTo(ends), record -> {
            if (record.value() != null && isAsked.test(record.value())) {
                found.add(record.key());
            } else {
                found.remove(record.key());
            }
        });
        return List.copyOf(found);
    }

    /** The partitions of {@code lines} that get a request. */
    public List<Integer> partitions() {
        return requests.stream()
                .flatMap(request -> partitions(request).stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** That of its session, or all. */
    private List<Integer> partitions(Forget request) {
        var all = control.partitions();
        return request.sessionId() == null
                ? all
                : List.of(Partitions.ofSession(request.sessionId().value(), all.size()));
    }

    /** Returns after the acknowledgements. {@code isCounted}: {@link #deleted} follows. */
    public void send(boolean isCounted) {
        starts = isCounted ? ends() : Map.of();
        control.send(requests.stream()
                .flatMap(request -> partitions(request).stream().map(partition -> record(request, partition)))
                .toList());
    }

    /** Deletes what shippers reported. Returns after the acknowledgements. */
    public void delete(Channel<String, ?> channel, List<String> keys) {
        var topic = channel.topic(prefix);
        control.send(keys.stream()
                .map(key -> new ProducerRecord<String, byte[]>(topic, key, null))
                .toList());
    }

    private ProducerRecord<String, byte[]> record(Forget request, int partition) {
        var headers = new RecordHeaders();
        request.addTo(headers);
        return new ProducerRecord<>(Channels.LINES.topic(prefix), partition, request.key(), request.bytes(), headers);
    }

    /** Waits until every partition has confirmed each request; empty when it is over before. */
    public Optional<Deleted> deleted(BooleanSupplier isOver) {
        var count = new Count();
        var ends = new HashMap<TopicPartition, Long>();
        control.follow(
                starts,
                consumer -> {
                    if (isOver.getAsBoolean()) {
                        return true;
                    } else if (!count.waitingFor.isEmpty()) {
                        return false;
                    }
                    // All of one transaction is committed at once, but its end is not in every partition at once.
                    // Another transaction that stays open delays the count until it is over.
                    if (ends.isEmpty()) {
                        ends.putAll(ends());
                    }
                    return ReadUpTo.hasRead(consumer, ends);
                },
                count::add);
        return count.waitingFor.isEmpty() ? Optional.of(count.deleted()) : Optional.empty();
    }

    private Map<TopicPartition, Long> ends() {
        return control.ends(COUNTED.stream()
                // A confirmation is not in the partition of the session.
                .flatMap(channel -> (channel == Channels.SESSIONS ? control.partitions() : partitions())
                        .stream().map(partition -> new TopicPartition(channel.topic(prefix), partition)))
                .toList());
    }

    /** Whether a key is of a session, turn or invocation that a request concerns. */
    static Predicate<String> keysOf(List<Forget> requests) {
        var sessions = requests.stream().map(Forget::key).collect(Collectors.toSet());
        return key -> sessions.contains(null) // Of a user.
                || sessions.contains(key)
                || IntStream.range(0, key.length())
                        .filter(at -> key.charAt(at) == ':' || key.charAt(at) == '/')
                        .anyMatch(at -> sessions.contains(key.substring(0, at)));
    }

    /** Tombstones of the requests; for a user also those of other requests that are carried out meanwhile. */
    private final class Count {
        private final Set<String> waitingFor = new HashSet<>();
        private final Map<String, Set<String>> keys = new HashMap<>();
        private final Predicate<String> isConcerned = keysOf(requests);

        Count() {
            requests.forEach(request -> partitions(request)
                    .forEach(partition -> waitingFor.add(Forget.confirmation(request.id(), partition))));
        }

        void add(ConsumerRecord<String, byte[]> record) {
            if (record.value() != null || record.key() == null) {
                return;
            } else if (Forget.isConfirmation(record.key())) {
                waitingFor.remove(record.key());
            } else if (isConcerned.test(record.key())) {
                keys.computeIfAbsent(record.topic(), none -> new HashSet<>()).add(record.key());
            }
        }

        Deleted deleted() {
            return new Deleted(of(Channels.TURNS), of(Channels.INVOCATIONS), of(Channels.SESSIONS));
        }

        private long of(Channel<?, ?> channel) {
            return keys.getOrDefault(channel.topic(prefix), Set.of()).size();
        }
    }
}
