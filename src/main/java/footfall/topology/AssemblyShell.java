package footfall.topology;

import footfall.turn.Output;
import footfall.wire.Channels;
import footfall.wire.Forget;
import footfall.wire.Received;
import footfall.wire.Repricing;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Processes lines and fires due timers. Output records get the timestamp of the record that caused them,
 * without the line's headers.
 */
final class AssemblyShell implements Processor<String, byte[], Object, Object> {
    private final TopologySettings settings;
    private final TaskContext client;
    private ProcessorContext<Object, Object> context;
    private TopicPartition changelog;
    private Assembler assembler;
    private Forgetter forgetter;
    private Input input;
    private TrailTimers timers;
    private PunctuationSchedule ticks;
    private long causedAt;

    AssemblyShell(TopologySettings settings, TaskContext client) {
        this.settings = settings;
        this.client = client;
    }

    static KStream<Object, Object> on(KStream<String, byte[]> lines, TopologySettings settings, TaskContext context) {
        var assembler = new StoredProcessor<>(
                () -> new AssemblyShell(settings, context),
                Tables.ASSEMBLER,
                new WriteBehindBuilder<>(Tables.ASSEMBLER.store(), store -> new RowStore(store, context.watch())),
                context.watch());
        return lines.process(assembler, Named.as("assemble"));
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        this.context = context;
        RowStore rows = context.getStateStore(Tables.ASSEMBLER.name());
        this.changelog = Tables.ASSEMBLER.changelog(context);
        var counters = new Counters(context);
        this.assembler =
                new Assembler(settings, rows, new Assembler.Outlets(this::forward, counters::count, this::emitted));
        var partition = new TopicPartition(
                Channels.LINES.topic(settings.prefix()), context.taskId().partition());
        this.input = new Input(partition, client);
        var ahead = rows.showOpenTurns(Instant.ofEpochMilli(context.currentSystemTimeMs()), assembler::restored);
        rows.whenWritten(this::written);
        this.forgetter = new Forgetter(rows, assembler, context.taskId().partition(), this::forward);
        this.timers = new TrailTimers(rows, assembler, input, settings).withFutureTrails(ahead);
        client.watch().progressed(input.progress()); // No backlog until the first tick.
        this.ticks = new PunctuationSchedule(context, input, this::tick);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        client.watch().meter().line();
        var at = context.recordMetadata().orElseThrow();
        causedAt = record.timestamp();
        var place = new Received.Place(at.topic(), at.partition(), at.offset(), record.timestamp());
        var raw = new Received.Raw(place, record.key(), record.value(), record.headers());
        var received = Received.read(raw);
        if (received instanceof Received.OfLine line) {
            process(line);
        } else if (received instanceof Received.OfForget request) {
            forgetter.forget(request.forget(), request.at());
        } else if (received instanceof Received.OfPriceList list) {
            apply(list.request(), place, raw);
        } else if (received instanceof Received.OfRepricing one) {
            reprice(one.request(), Instant.ofEpochMilli(record.timestamp()));
        } else if (received instanceof Received.Unreadable unreadable) {
            forward(Assembly.REJECTED.of(unreadable.why().fileId(), unreadable.why()));
        }
        input.processed(at.offset(), Instant.ofEpochMilli(record.timestamp()));
        ticks.processed(record.timestamp());
    }

    private void reprice(Repricing.Again request, Instant now) {
        if (request.turn() == null) {
            assembler.reprice(request.session(), now);
        } else {
            assembler.reprice(request.turn());
        }
    }

    private void apply(Repricing.PriceListRequest request, Received.Place place, Received.Raw raw) {
        if (assembler.applyPriceList(request.prices())) {
            var key = Forget.confirmation(request.id(), context.taskId().partition());
            forward(Assembly.SESSIONS.of(key, null));
        } else {
            var row = place.unreadable(raw.value());
            forward(Assembly.REJECTED.of(row.fileId(), row));
        }
    }

    private void process(Received.OfLine received) {
        var at = received.arrival().at();
        var envelope = received.events().first().envelope();
        forgetter.beforeLine(envelope.session(), at);
        if (assembler.line(received.arrival(), received.events())) {
            timers.processed(envelope, at);
        }
    }

    private Instant tick(Instant now) {
        causedAt = now.toEpochMilli();
        client.unreadable().drain(changelog).forEach(row -> forward(Assembly.REJECTED.of(row.fileId(), row)));
        boolean isForgetting = forgetter.tick(now);
        var next = isForgetting && input.isToBeDrained() ? now : timers.tick(now);
        client.watch().progressed(input.progress());
        var snapshot = assembler.tick(now);
        return isForgetting ? now : snapshot != null && snapshot.isBefore(next) ? snapshot : next;
    }

    private void written() {
        input.written();
        client.watch().progressed(input.progress());
    }

    private void forward(Outlet.Outgoing<?, ?> record) {
        context.forward(
                new Record<>(record.key(), record.value(), causedAt),
                record.outlet().name());
        ticks.forwarded();
        client.watch().forwarded(record.value());
    }

    private void emitted(Output.TurnEmitted emitted) {
        var now = Instant.ofEpochMilli(context.currentSystemTimeMs());
        client.watch().meter().turn(emitted.turn(), Duration.between(emitted.lastArrival(), now));
    }

    @Override
    public void close() {
        if (ticks != null) {
            ticks.stop();
        }
        if (context != null) {
            client.watch().revoked(context.taskId().partition());
        }
    }
}
