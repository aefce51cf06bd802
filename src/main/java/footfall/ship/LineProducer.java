package footfall.ship;

import footfall.line.BoundedMap;
import footfall.line.RejectedBytes;
import footfall.redact.Identity;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends redacted lines: idempotent, in order, compressed. When the broker rejects a record permanently, the
 * client is closed at once, before any later record is sent; the next call throws {@link Outlet.LineRefused}, as it
 * does after {@link #renew}. Any other error is thrown by the next call and by all after it. Not thread-safe.
 */
public final class LineProducer implements Outlet, AutoCloseable {
    private final Map<String, Object> config;
    private final LineRecords records;
    private final InFlight inFlight;
    private final Refusals refusals = new Refusals();
    private final AtomicReference<Exception> refusal = new AtomicReference<>();
    private final AtomicReference<Exception> givenUp = new AtomicReference<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean isHurrying = new AtomicBoolean();
    /** Waits for acknowledgements in place of the caller. */
    private final ExecutorService hurrying = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            LineProducer::daemon,
            new ThreadPoolExecutor.DiscardPolicy()); // Closing sends what is left.

    private volatile KafkaProducer<String, byte[]> producer;

    /**
     * For an embedded broker. Lines expire after two minutes. {@code client}: producer properties, which
     * override footfall's. Throws {@link ShipperFailed} when one is invalid.
     */
    public LineProducer(Map<String, String> client, String prefix, Identity identity) {
        // A larger buffer only makes more files wait for their acknowledgements.
        this(config(client, Map.of("buffer.memory", 8 << 20)), new LineRecords(prefix, identity), InFlight.unwatched());
    }

    private LineProducer(Map<String, Object> config, LineRecords records, InFlight inFlight) {
        this.config = config;
        this.records = records;
        this.inFlight = inFlight;
        this.producer = opened();
    }

    private static Thread daemon(Runnable work) {
        var thread = new Thread(work, "ship-hurry");
        thread.setDaemon(true);
        return thread;
    }

    private KafkaProducer<String, byte[]> opened() {
        try {
            return new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        } catch (KafkaException wrong) {
            throw ShipperFailed.withoutClient(wrong);
        }
    }

    /** Blocks while the broker is unreachable; can be interrupted. */
    static LineProducer patient(Map<String, String> client, LineRecords records, InFlight inFlight) {
        return new LineProducer(patientConfig(client), records, inFlight);
    }

    static Map<String, Object> patientConfig(Map<String, String> client) {
        return config(client, Map.of("delivery.timeout.ms", Integer.MAX_VALUE, "max.block.ms", Long.MAX_VALUE));
    }

    private static Map<String, Object> config(Map<String, String> client, Map<String, Object> more) {
        var config = new HashMap<String, Object>();
        config.put("acks", "all");
        config.put("enable.idempotence", true);
        // With several in flight, the election of a leader can reorder retries for a long time. With one, no
        // later record is in flight when the broker rejects a record.
        config.put("max.in.flight.requests.per.connection", 1);
        config.put("compression.type", "zstd");
        // The broker's disk holds as much with 9, which needs more memory, and 5 % more with 6.
        config.put("compression.zstd.level", 8);
        // Lines that repeat each other compress together. Nothing waits so long: what is read is hurried.
        config.put("linger.ms", 2_000);
        config.put("batch.size", 512 << 10);
        config.put("max.request.size", 2 << 20);
        config.putAll(more);
        config.putAll(client);
        return config;
    }

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
        var record = records.of(outgoing);
        boolean isLine = records.isLine(record);
        if (!isLine) {
            send(record, taken);
        } else if (refusals.concern(outgoing, record)) {
            isLine = sendAlone(outgoing, record, taken);
        } else {
            handOver(record, taken, error -> failed(outgoing, record, error));
        }
        bytes.addAndGet(isLine ? record.value().length : 0);
        return isLine;
    }

    private boolean sendAlone(Outgoing outgoing, ProducerRecord<String, byte[]> record, Runnable taken) {
        flush();
        var error = new AtomicReference<Exception>();
        handOver(record, taken, error::set);
        producer.flush();
        if (error.get() == null) {
            return true;
        } else if (!Refusals.isOfTheRecord(error.get())) {
            failed(error.get());
            check();
        }
        refusals.record(outgoing, record, error.get());
        send(records.unsendable(outgoing.line()), taken);
        return false;
    }

    /** Later records wait until it is acknowledged. */
    private void send(ProducerRecord<String, byte[]> place, Runnable taken) {
        handOver(place, taken, this::failed);
        flush();
    }

    @Override
    public void send(String fileId, RejectedBytes rejected, Runnable taken) {
        handOver(records.of(fileId, rejected), taken, this::failed);
    }

    private void handOver(ProducerRecord<String, byte[]> record, Runnable taken, Consumer<Exception> failed) {
        check();
        inFlight.handedOver();
        try {
            producer.send(record, (metadata, error) -> {
                if (error == null) {
                    taken.run();
                    inFlight.acknowledged();
                } else {
                    inFlight.refused();
                    failed.accept(error);
                }
            });
        } catch (InterruptException closing) {
            throw closing;
        } catch (KafkaException | IllegalStateException closed) {
            check(); // An earlier record may just have closed the client.
            throw closed;
        }
    }

    private void failed(Outgoing outgoing, ProducerRecord<String, byte[]> record, Exception error) {
        if (!Refusals.isOfTheRecord(error)) {
            failed(error);
            return;
        }
        refusals.record(outgoing, record, error);
        if (refusal.compareAndSet(null, error)) {
            producer.close(Duration.ZERO);
        }
    }

    /** Valid records of a rejected batch, and aborted records, fail with a plain {@code KafkaException}. */
    private void failed(Exception error) {
        var kind = error.getClass() == KafkaException.class ? givenUp : failure;
        kind.compareAndSet(null, error);
    }

    @Override
    public void flush() {
        producer.flush();
        check();
    }

    @Override
    public void hurry() {
        if (inFlight.isAny() && isHurrying.compareAndSet(false, true)) {
            hurrying.execute(() -> {
                isHurrying.set(false); // Before, so that what is handed over meanwhile is not left.
                try {
                    producer.flush();
                } catch (KafkaException failed) {
                    // The next check says it.
                }
            });
        }
    }

    @Override
    public void check() {
        if (refusal.get() == null && failure.get() == null && givenUp.get() == null) {
            return;
        }
        producer.close(Duration.ZERO); // Returns when all in-flight records were acknowledged or failed.
        var refused = refusal.getAndSet(null);
        if (failure.get() != null || refused == null) {
            failure.compareAndSet(null, givenUp.get());
            throw new Outlet.SendingFailed(failure.get());
        }
        givenUp.set(null);
        inFlight.givenUp();
        producer = opened();
        throw new Outlet.LineRefused(refused);
    }

    /** The longest time by which a quota of the cluster delayed a request within the last half minute or so. */
    Duration throttled() {
        for (var metric : producer.metrics().values()) {
            if (metric.metricName().name().equals("produce-throttle-time-max")
                    && metric.metricValue() instanceof Double longest
                    && longest > 0) {
                return Duration.ofMillis(longest.longValue());
            }
        }
        return Duration.ZERO;
    }

    /** Bytes of sent lines, uncompressed, without headers. */
    public long bytes() {
        return bytes.get();
    }

    @Override
    public void close() {
        close(Duration.ofMillis(Long.MAX_VALUE));
    }

    /** Waits this long for in-flight records, then aborts them. */
    void close(Duration max) {
        hurrying.shutdown();
        producer.close(max);
    }

    /**
     * Decides which lines are sent alone, so that an error concerns only one line and no later line is in flight:
     * lines of a rejected batch, and lines at least as large as a line that was too large.
     * Thread-safe.
     */
    private static final class Refusals {
        private static final int PLACES_MAX = 10_000;

        private final Set<String> places = Collections.newSetFromMap(BoundedMap.evictingOldest(PLACES_MAX));
        private int tooLargeBytes = Integer.MAX_VALUE;

        /**
         * Whether an error is caused by a record itself, rather than by a problem that affects all records, such as
         * this machine's clock.
         */
        static boolean isOfTheRecord(Exception error) {
            return error instanceof RecordTooLargeException
                    || error instanceof RecordBatchTooLargeException
                    || error instanceof InvalidRecordException;
        }

        synchronized void record(Outlet.Outgoing line, ProducerRecord<String, byte[]> record, Exception error) {
            places.add(place(line));
            if (error instanceof RecordTooLargeException) {
                tooLargeBytes = Math.min(tooLargeBytes, record.value().length);
            }
        }

        synchronized boolean concern(Outlet.Outgoing line, ProducerRecord<String, byte[]> record) {
            return record.value().length >= tooLargeBytes || !places.isEmpty() && places.contains(place(line));
        }

        private static String place(Outlet.Outgoing outgoing) {
            return outgoing.line().file() + "@" + outgoing.line().offset();
        }
    }

    /**
     * Counts the lines that were sent but not acknowledged, and measures the time since the last acknowledgement.
     * Thread-safe.
     */
    static final class InFlight {
        private final Clock clock;
        private long open;
        private Instant waitsSince;
        private Instant lastAckAt;

        InFlight(Clock clock) {
            this.clock = clock;
        }

        /** For a caller that does not use the time. */
        static InFlight unwatched() {
            return new InFlight(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
        }

        synchronized void handedOver() {
            waitsSince = open == 0 ? clock.instant() : waitsSince;
            open++;
        }

        synchronized void acknowledged() {
            open--;
            lastAckAt = clock.instant();
            waitsSince = open == 0 ? null : lastAckAt;
        }

        synchronized boolean isAny() {
            return open > 0;
        }

        /** The broker rejected a line. */
        synchronized void refused() {
            open--;
            waitsSince = open == 0 ? null : clock.instant();
        }

        /** All pending lines were abandoned. */
        synchronized void givenUp() {
            open = 0;
            waitsSince = null;
        }

        synchronized Instant lastAckAt() {
            return lastAckAt;
        }

        /** How long lines have waited without any acknowledgement; zero when none wait. */
        synchronized Duration silence() {
            return waitsSince == null ? Duration.ZERO : Duration.between(waitsSince, clock.instant());
        }
    }
}
