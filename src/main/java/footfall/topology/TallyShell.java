package footfall.topology;

import footfall.wire.Received;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Applies deltas to tallies; each punctuation publishes changed subjects with its timestamp. */
final class TallyShell implements Processor<String, byte[], Object, Object> {
    private final TopologySettings settings;
    private final TaskContext client;
    private ProcessorContext<Object, Object> context;
    private TopicPartition changelog;
    private TallyFold tallier;
    private Input input;
    private PunctuationSchedule ticks;
    private long causedAt;

    TallyShell(TopologySettings settings, TaskContext client) {
        this.settings = settings;
        this.client = client;
    }

    static KStream<Object, Object> on(KStream<String, byte[]> deltas, TopologySettings settings, TaskContext context) {
        var bySubject = deltas.repartition(
                Repartitioned.with(Serdes.String(), Serdes.ByteArray()).withName(TallyTopology.BY_KEY));
        var tally = new StoredProcessor<>(
                () -> new TallyShell(settings, context),
                Tables.TALLY,
                new WriteBehindBuilder<>(Tables.TALLY.store(), TallyStore::new),
                context.watch());
        return bySubject.process(tally, Named.as("tally"));
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        this.context = context;
        TallyStore rows = context.getStateStore(Tables.TALLY.name());
        this.changelog = Tables.TALLY.changelog(context);
        this.tallier = new TallyFold(settings.tallies(), rows, this::forward);
        tallier.begin(Instant.ofEpochMilli(context.currentSystemTimeMs()));
        client.watch().hoursStarted(context.taskId().partition(), tallier.hours());
        var topic = TallyTopology.topic(context.applicationId());
        this.input = new Input(new TopicPartition(topic, context.taskId().partition()), client.ofTallies());
        this.ticks = new PunctuationSchedule(context, input, this::tick);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        causedAt = record.timestamp();
        var arrival = Instant.ofEpochMilli(record.timestamp());
        var at = context.recordMetadata().orElseThrow();
        if (!tallier.accept(
                record.key(), record.value(), arrival, Instant.ofEpochMilli(context.currentSystemTimeMs()))) {
            var row = new Received.Place(at.topic(), at.partition(), at.offset(), record.timestamp())
                    .unreadable(record.value());
            forward(TallyTopology.UNTALLIED.of(row.fileId(), row));
        }
        input.processed(at.offset(), arrival);
        ticks.processed(record.timestamp());
    }

    private Instant tick(Instant now) {
        causedAt = now.toEpochMilli();
        var unreadable = client.unreadable().drain(changelog);
        if (!unreadable.isEmpty()) {
            unreadable.forEach(row -> forward(TallyTopology.UNTALLIED.of(row.fileId(), row)));
            tallier.recount();
        }
        var next = tallier.tick(now);
        if (next.isAfter(now) && input.isToBeDrained() && input.isAtTheEnd()) {
            input.isDrained();
        }
        return input.mayBeDrained() ? now : next;
    }

    private void forward(Outlet.Outgoing<?, ?> record) {
        context.forward(
                new Record<>(record.key(), record.value(), causedAt),
                record.outlet().name());
        ticks.forwarded();
        client.watch().forwarded(record.value());
    }

    @Override
    public void close() {
        if (ticks != null) {
            client.watch().hoursStopped(context.taskId().partition(), tallier.hours());
            ticks.stop();
        }
    }
}
