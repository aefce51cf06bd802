package footfall.topology;

import footfall.wire.Forget;
import footfall.wire.Received;
import footfall.wire.RejectedLine;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Turns, sessions and alerts in order of time, for queries by page. A separate sub-topology, so that no line waits
 * for its restoration.
 */
final class TurnLog implements Processor<String, byte[], String, RejectedLine> {
    /** While records expire in batches. */
    private static final Duration TIDY = Duration.ofSeconds(10);

    private final TopologySettings settings;
    private final TaskContext client;
    private final Map<String, LogKind> kinds = new HashMap<>();
    private ProcessorContext<String, RejectedLine> context;
    private LogRows rows;
    private PunctuationSchedule.Punctuation tidying;

    private TurnLog(TopologySettings settings, TaskContext client) {
        this.settings = settings;
        this.client = client;
        Stream.of(LogKind.values()).forEach(kind -> kinds.put(kind.topic(settings.prefix()), kind));
    }

    /** Emits the records that cannot be read, and those of its changelog that are not rows. */
    static KStream<String, RejectedLine> of(
            KStream<String, byte[]> records, TopologySettings settings, TaskContext client) {
        // One write per turn, so a cache would combine few.
        var log = new StoredProcessor<>(
                () -> new TurnLog(settings, client),
                Tables.TURN_LOG,
                Tables.TURN_LOG.store().withCachingDisabled(),
                client.watch());
        return records.process(log, Named.as("log-turns"));
    }

    @Override
    public void init(ProcessorContext<String, RejectedLine> context) {
        this.context = context;
        rows = new LogRows(context.getStateStore(Tables.TURN_LOG.name()));
        client.watch().logStarted(context.taskId().partition(), rows.floor());
        tidying = new PunctuationSchedule.Punctuation(context, client.backlog(), this::tidy);
        tidying.every(TIDY);
        var once = new AtomicReference<Cancellable>();
        once.set(context.schedule(PunctuationSchedule.QUICK, PunctuationType.WALL_CLOCK_TIME, now -> {
            report(now);
            once.get().cancel();
        }));
    }

    @Override
    public void process(Record<String, byte[]> record) {
        var kind = kinds.get(context.recordMetadata().orElseThrow().topic());
        if (record.key() != null && record.value() == null && kind != LogKind.ALERT) {
            withdraw(kind, record);
            return;
        }
        var logged = record.key() == null || record.value() == null
                ? Optional.<LogRows.LoggedRecord>empty()
                : LogRows.LoggedRecord.of(kind, record.value());
        logged.ifPresentOrElse(read -> put(kind, read, record), () -> reject(record));
    }

    private void withdraw(LogKind kind, Record<String, byte[]> record) {
        if (kind == LogKind.TURN) {
            rows.withdraw(kind, record.key());
        } else if (!Forget.isConfirmation(record.key())) {
            rows.forget(record.key(), record.timestamp());
        }
    }

    private void put(LogKind kind, LogRows.LoggedRecord read, Record<String, byte[]> record) {
        long at = read.at(record.timestamp());
        long first = first(context.currentSystemTimeMs());
        if (at < first) {
            rows.drop(kind, kind == LogKind.ALERT ? read.alertId() : record.key(), at, first);
            client.watch().historyArrived(Instant.ofEpochMilli(first));
        } else if (kind != LogKind.ALERT) {
            rows.put(kind, record.key(), record.value(), at);
        } else if (read.sessionId() == null || !rows.isForgotten(read.sessionId(), record.timestamp())) {
            rows.put(kind, read.alertId(), record.value(), at);
        }
    }

    private void reject(Record<String, byte[]> record) {
        var at = context.recordMetadata().orElseThrow();
        var row = new Received.Place(at.topic(), at.partition(), at.offset(), record.timestamp())
                .unreadable(record.value());
        forward(row, record.timestamp());
    }

    /** Records that were not restored, kept until the task starts, because nothing can be forwarded before. */
    private void report(long now) {
        for (var row : client.unreadable().drain(Tables.TURN_LOG.changelog(context))) {
            forward(row, now);
        }
    }

    private void forward(RejectedLine row, long timestamp) {
        context.forward(new Record<>(row.fileId(), row, timestamp));
        client.watch().forwarded(row);
    }

    private void tidy(long now) {
        boolean isMore = rows.expire(first(now));
        tidying.every(isMore ? TIDY : PunctuationSchedule.REST);
    }

    /** In milliseconds: records before this time expire. */
    private long first(long now) {
        return now - settings.tallies().retention().toMillis();
    }

    @Override
    public void close() {
        if (tidying != null) {
            client.watch().logStopped(context.taskId().partition(), rows.floor());
            tidying.cancel();
        }
    }
}
