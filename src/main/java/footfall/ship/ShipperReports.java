package footfall.ship;

import footfall.desire.AppliedRemedy;
import footfall.folder.AtomicFile;
import footfall.shipper.ShipperState;
import footfall.shipper.ShipperState.State;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Denied;
import footfall.wire.LineHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Reports what a shipper does on the topic {@code shippers}, and applied remedies on {@code remedies}, from a thread
 * and with a producer of its own: it neither delays nor stops shipping. Without a topic, or without the right to write
 * it, it says so once and tries again now and then.
 */
public final class ShipperReports implements AutoCloseable {
    private static final long LOOK_MS = 1_000;
    /** The first report waits so many looks for the shipper to find its files; later ones are rarer. */
    private static final int FIRST_LOOKS = 5;

    private static final long LATER_LOOK_MS = 5_000;

    private static final int ANSWER_MAX_MS = 5_000;
    private static final long STOP_MS_MAX = 750;

    private final Settings settings;
    private final Shipper shipper;
    private final Clock clock;
    private final Consumer<String> say;
    /** When the last report was sent, whether it arrived or not; null for never. */
    private Instant triedAt;

    private final Set<String> said = new HashSet<>();
    /** Of the last records. */
    private final Map<Channel<?, ?>, Exception> failures = new ConcurrentHashMap<>();
    /** The topics that the producer may write. */
    private final Set<Channel<?, ?>> writable = new HashSet<>();

    private final Acknowledged acknowledged;

    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "ship-reports");
    private KafkaProducer<String, byte[]> producer;

    /** Whether {@code ship} reports which remedies were applied. */
    public enum ShareRemedies {
        OFF,
        ON;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * {@code client}: producer properties. {@code folder}: the shipper's. {@code remedies}: asked for each time;
     * {@code since}: those that were applied later are reported when none were before, or null to report none.
     */
    public record Settings(
            Map<String, String> client,
            String prefix,
            ShipperState.Id id,
            Path folder,
            Instant since,
            Supplier<List<AppliedRemedy>> remedies) {
        public Settings {
            client = Map.copyOf(client);
        }
    }

    private ShipperReports(Settings settings, Shipper shipper, Clock clock, Consumer<String> say) {
        this.settings = settings;
        this.acknowledged = new Acknowledged(settings.folder().resolve("remedies-until"), settings.since());
        this.shipper = shipper;
        this.clock = clock;
        this.say = say;
    }

    /** {@code say} receives each message for the user once. */
    public static ShipperReports start(Settings settings, Shipper shipper, Clock clock, Consumer<String> say) {
        var reports = new ShipperReports(settings, shipper, clock, say);
        reports.thread.setDaemon(true);
        reports.thread.start();
        return reports;
    }

    private void run() {
        try {
            acknowledged.load();
            for (int looks = 1; !stop.await(lookMs(looks), TimeUnit.MILLISECONDS); looks++) {
                if (looks > FIRST_LOOKS || shipper.hasLooked()) {
                    reportWhenDue();
                }
            }
            reportStop();
            unsent();
        } catch (InterruptedException | InterruptException closing) {
            Thread.currentThread().interrupt();
        } finally {
            abandon();
        }
    }

    private static long lookMs(int looks) {
        return looks <= FIRST_LOOKS ? LOOK_MS : LATER_LOOK_MS;
    }

    private void reportStop() throws InterruptedException {
        if (writable.contains(Channels.SHIPPERS)) {
            try {
                var report = report(shipper.progress(), State.STOPPED);
                producer.send(record(Channels.SHIPPERS, report.id().shipperId(), report))
                        .get();
            } catch (ExecutionException | KafkaException unavailable) {
                // Nothing more is heard of it, so it becomes late.
            }
        }
    }

    private void reportWhenDue() throws InterruptedException {
        recover();
        var progress = shipper.progress();
        var report = report(progress, progress.waitsFor() == null ? State.RUNNING : State.WAITING_FOR_BROKER);
        if (ShipperState.isDue(triedAt, report.at())) {
            triedAt = report.at();
            send(Channels.SHIPPERS, () -> Map.of(report.id().shipperId(), report));
            if (!unsent().isEmpty()) {
                send(Channels.REMEDIES, this::unsent);
            }
        }
    }

    private Map<String, AppliedRemedy> unsent() {
        return settings.since() == null
                ? Map.of()
                : acknowledged.unsent(settings.remedies().get());
    }

    /** A denied topic is tried again with the next report. A producer that failed otherwise is not used again. */
    private void recover() {
        for (var channel : List.copyOf(failures.keySet())) {
            if (failures.remove(channel) instanceof AuthorizationException denied) {
                sayOnce(Denied.toWriter(denied), channel);
                writable.remove(channel);
            } else {
                abandon();
            }
        }
    }

    /** {@code records}: asked for when it is known where they go. */
    private <V> void send(Channel<String, V> channel, Supplier<Map<String, V>> records) throws InterruptedException {
        try {
            if (isWritable(channel)) {
                records.get()
                        .forEach((key, value) -> producer.send(
                                record(channel, key, value), (place, error) -> sent(channel, key, error)));
            }
        } catch (InterruptException closing) {
            throw closing;
        } catch (KafkaException | ShipperFailed unavailable) {
            failures.put(channel, unavailable);
        }
    }

    private void sent(Channel<?, ?> channel, String key, Exception error) {
        if (error != null) {
            failures.put(channel, error);
        } else if (channel == Channels.REMEDIES) {
            acknowledged.ids.add(key);
        }
    }

    /** A producer would create the topic, if the cluster allows that, with the cluster's settings. */
    private boolean isWritable(Channel<?, ?> channel) throws InterruptedException {
        if (!writable.contains(channel)) {
            var answer = ClusterCheck.of(settings.client(), channel.topic(settings.prefix()))
                    .check();
            if (answer.problem() == null) {
                acknowledged.by(answer.clusterId() + "/" + settings.prefix());
                writable.add(channel);
            } else if (answer.isRefused()) {
                sayOnce(answer.problem(), channel);
            }
        }
        if (producer == null && writable.contains(channel)) {
            producer = new KafkaProducer<>(config(), new StringSerializer(), new ByteArraySerializer());
        }
        return writable.contains(channel);
    }

    private void sayOnce(String problem, Channel<?, ?> channel) {
        if (!shipper.progress().isRefused() && said.add(problem)) { // Else the shipper has said it.
            say.accept(problem + "; until then, "
                    + (channel == Channels.REMEDIES
                            ? "the processor does not know which remedies were applied"
                            : "'footfall ship --status --team' does not list this shipper"));
        }
    }

    private Map<String, Object> config() {
        var config = new HashMap<String, Object>(settings.client());
        config.put("acks", "all");
        config.put("enable.idempotence", false);
        config.put("max.in.flight.requests.per.connection", 1);
        config.put("linger.ms", 0);
        config.put("buffer.memory", 1 << 20);
        config.put("max.block.ms", ANSWER_MAX_MS);
        config.put("request.timeout.ms", ANSWER_MAX_MS);
        config.put("delivery.timeout.ms", 2 * ANSWER_MAX_MS);
        config.put("reconnect.backoff.max.ms", 2 * ANSWER_MAX_MS);
        return config;
    }

    private <V> ProducerRecord<String, byte[]> record(Channel<String, V> channel, String key, V value) {
        var topic = channel.topic(settings.prefix());
        return new ProducerRecord<>(topic, key, channel.value().serializer().serialize(topic, value));
    }

    private ShipperState report(ShipProgress now, State state) {
        return new ShipperState(
                settings.id(),
                clock.instant(),
                state,
                new TreeMap<>(now.agents())
                        .entrySet().stream()
                                .map(agent -> new ShipperState.AgentFiles(agent.getKey(), agent.getValue()))
                                .toList(),
                new ShipperState.Backlog(
                        now.files(),
                        now.filesBehind(),
                        now.bytesBehind(),
                        now.unreadable().size()),
                new ShipperState.Sent(
                        now.lines(),
                        now.rejectedLines(),
                        now.lastAckAt(),
                        now.sender() == 0 ? null : LineHeaders.hashOfSender(now.sender())),
                ShipperState.INTERVAL.toMillis());
    }

    private void abandon() {
        writable.clear();
        if (producer != null) {
            boolean isInterrupted = Thread.interrupted(); // Else closing would throw.
            producer.close(Duration.ZERO);
            producer = null;
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Call it after the shipper was closed: reports that it has stopped, if the broker answers at once. */
    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(STOP_MS_MAX);
            thread.interrupt();
            thread.join(STOP_MS_MAX);
        } catch (InterruptedException hurried) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The remedies that are not sent again, after a restart neither, because they may have been deleted: those up to
     * an instant, and some later ones. A file has that instant, the one since when remedies are sent, and the cluster
     * and topics that acknowledged them. Another {@code target} gets all since then.
     */
    private static final class Acknowledged {
        private static final int WITH_TARGET = 3;

        private final Path file;
        private final Set<String> ids = ConcurrentHashMap.newKeySet();
        private Instant since;
        private Instant until;
        /** Empty when it is not known. */
        private String target = "";

        Acknowledged(Path file, Instant since) {
            this.file = file;
            this.since = since;
            this.until = since;
        }

        void load() {
            try {
                if (since == null) {
                    Files.deleteIfExists(file);
                    return;
                }
                var lines = Files.readAllLines(file);
                boolean isEarlier = lines.size() < WITH_TARGET; // An earlier build wrote the first line only.
                var first = Instant.parse(lines.get(isEarlier ? 0 : 1));
                until = Instant.parse(lines.get(0));
                since = first.isBefore(since) ? first : since;
                target = isEarlier ? "" : lines.get(2);
            } catch (NoSuchFileException | DateTimeParseException | IndexOutOfBoundsException none) {
                save(until);
            } catch (IOException unreadable) {
                // As if there were none, until the next start.
            }
        }

        /** Who acknowledges from now on. */
        void by(String other) {
            if (since != null && !target.equals(other)) {
                boolean isAnother = !target.isEmpty();
                target = other;
                if (isAnother) {
                    ids.clear();
                }
                save(isAnother ? since : until);
            }
        }

        /** By ID. */
        Map<String, AppliedRemedy> unsent(List<AppliedRemedy> all) {
            var unsent = all.stream()
                    .filter(one -> one.at().isAfter(until) && !ids.contains(one.id()))
                    .collect(Collectors.toMap(AppliedRemedy::id, Function.identity(), (one, same) -> one));
            var first = unsent.values().stream().map(AppliedRemedy::at).min(Comparator.naturalOrder());
            all.stream()
                    .filter(one -> ids.contains(one.id()))
                    .map(AppliedRemedy::at)
                    .filter(at -> at.isAfter(until) && first.map(at::isBefore).orElse(true))
                    .max(Comparator.naturalOrder())
                    .ifPresent(this::save);
            return unsent;
        }

        private void save(Instant at) {
            until = at;
            try {
                var lines = String.join("\n", at.toString(), since.toString(), target, "");
                AtomicFile.write(file, lines.getBytes(StandardCharsets.UTF_8));
            } catch (IOException unkept) {
                // Tried again with the next one; a full disk is reported for the checkpoint.
            }
        }
    }
}
