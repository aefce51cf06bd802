package footfall.topology;

import footfall.wire.Received;
import footfall.wire.RejectedLine;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Turns in order of their start, for queries by page. A separate sub-topology, so that no line waits for its
 * restoration.
 */
final class TurnLog implements Processor<String, byte[], String, RejectedLine> {
    private static final Duration EXPIRY = Duration.ofSeconds(10);

    private final TopologySettings settings;
    private final TaskContext client;
    private ProcessorContext<String, RejectedLine> context;
    private LogRows rows;

    private TurnLog(TopologySettings settings, TaskContext client) {
        this.settings = settings;
        this.client = client;
    }

    /** What comes out are the records that are no turns, and those of its changelog that are no rows. */
    static KStream<String, RejectedLine> of(
            KStream<String, byte[]> turns, TopologySettings settings, TaskContext client) {
        // One write per turn, so a cache would not combine any.
        var log = new StoredProcessor<>(
                () -> new TurnLog(settings, client), Tables.TURN_LOG.store().withCachingDisabled());
        return turns.process(log, Named.as("log-turns"));
    }

    @Override
    public void init(ProcessorContext<String, RejectedLine> context) {
        this.context = context;
        rows = new LogRows(context.getStateStore(Tables.TURN_LOG.name()));
        context.schedule(EXPIRY, PunctuationType.WALL_CLOCK_TIME, this::expire);
        var once = new AtomicReference<Cancellable>();
        once.set(context.schedule(PunctuationSchedule.QUICK, PunctuationType.WALL_CLOCK_TIME, now -> {
            once.get().cancel();
            report(now);
        }));
    }

    @Override
    public void process(Record<String, byte[]> record) {
        if (record.key() != null && record.value() == null) {
            rows.withdraw(record.key());
            return;
        }
        var turn = record.key() == null ? Optional.<LoggedTurn>empty() : LoggedTurn.of(record.value());
        turn.ifPresentOrElse(
                read -> rows.put(record.key(), record.value(), read.at(record.timestamp())), () -> reject(record));
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

    private void expire(long now) {
        rows.expire(now - settings.tallies().retention().toMillis());
    }
}
