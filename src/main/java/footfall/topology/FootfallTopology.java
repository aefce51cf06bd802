package footfall.topology;

import static footfall.wire.Channels.ALERTS;
import static footfall.wire.Channels.DESIRES;
import static footfall.wire.Channels.INVOCATIONS;
import static footfall.wire.Channels.LINES;
import static footfall.wire.Channels.LOOPS;
import static footfall.wire.Channels.OPEN;
import static footfall.wire.Channels.PATTERNS;
import static footfall.wire.Channels.REJECTED;
import static footfall.wire.Channels.SESSIONS;
import static footfall.wire.Channels.TOOLS;
import static footfall.wire.Channels.TURNS;
import static footfall.wire.Channels.USAGE;

import footfall.topology.Outlet.Assembly;
import footfall.wire.Channel;
import footfall.wire.Forget;
import footfall.wire.Partitions;
import footfall.wire.Received;
import footfall.wire.RejectedLine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** The complete topology; reads like a table of contents. */
public final class FootfallTopology {
    private FootfallTopology() {}

    /** {@code context}: the connection between the shells and the running client. */
    public static Topology build(TopologySettings settings, TaskContext context) {
        var flow = ChannelTopology.over(settings);
        var lines = flow.from(LINES, "lines-in");
        var assembled = AssemblyShell.on(lines, settings, context);
        flow.to(TURNS, assembled, Assembly.TURNS)
                .to(INVOCATIONS, assembled, Assembly.INVOCATIONS)
                .to(ALERTS, assembled, Assembly.ALERTS)
                .to(OPEN, assembled, Assembly.OPEN)
                .to(SESSIONS, assembled, Assembly.SESSIONS)
                .to(REJECTED, assembled, Assembly.REJECTED);
        var unlogged = TurnLog.of(flow.bytesFrom(LogKind.channels(), "turns-in"), settings, context);
        flow.write(REJECTED, "unlogged-out", unlogged, Assembly.REJECTED);
        var tallied = TallyShell.on(Assembly.DELTAS.from(assembled), settings, context);
        flow.to(PATTERNS, tallied, TallyTopology.PATTERNS)
                .to(TOOLS, tallied, TallyTopology.TOOLS)
                .to(LOOPS, tallied, TallyTopology.LOOPS)
                .to(DESIRES, tallied, TallyTopology.DESIRES)
                .to(USAGE, tallied, TallyTopology.USAGE)
                .to(ALERTS, "outages-out", tallied, TallyTopology.OUTAGES)
                .to(REJECTED, "untallied-out", tallied, TallyTopology.UNTALLIED);
        return flow.topology();
    }

    /** Builds a topology from channels; the only user of a StreamsBuilder. */
    static final class ChannelTopology {
        private final StreamsBuilder builder;
        private final String prefix;

        private ChannelTopology(StreamsBuilder builder, String prefix) {
            this.builder = builder;
            this.prefix = prefix;
        }

        static ChannelTopology over(TopologySettings settings) {
            var config = new Properties();
            config.put(StreamsConfig.APPLICATION_ID_CONFIG, "naming-guard");
            config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:0");
            // The check works only in the configuration that is passed to the builder.
            config.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
            return new ChannelTopology(
                    new StreamsBuilder(new TopologyConfig(new StreamsConfig(config))), settings.prefix());
        }

        <K, V> KStream<K, V> from(Channel<K, V> channel, String name) {
            return builder.stream(
                    channel.topic(prefix),
                    Consumed.with(channel.key(), channel.value()).withName(name));
        }

        /** The raw values of several channels, by one source node. */
        KStream<String, byte[]> bytesFrom(Collection<Channel<String, ?>> channels, String name) {
            return builder.stream(
                    channels.stream().map(channel -> channel.topic(prefix)).toList(),
                    Consumed.with(Serdes.String(), Serdes.ByteArray()).withName(name));
        }

        /** Records go to the partition of their session. */
        <K, V> ChannelTopology to(Channel<String, V> channel, KStream<Object, Object> processed, Outlet<K, V> outlet) {
            return to(channel, channel.name() + "-out", processed, outlet);
        }

        <K, V> ChannelTopology to(
                Channel<String, V> channel, String name, KStream<Object, Object> processed, Outlet<K, V> outlet) {
            return write(channel, name, outlet.from(processed), outlet);
        }

        @SuppressWarnings(
                "removal") // Of the two methods of StreamPartitioner, the deprecated one is abstract (Kafka 4.4).
        <K, V> ChannelTopology write(
                Channel<String, V> channel, String name, KStream<K, V> stream, Outlet<K, V> outlet) {
            stream.to(
                    channel.topic(prefix),
                    Produced.with(outlet.keys(), channel.value())
                            .withStreamPartitioner((topic, key, value, partitions) -> Optional.of(
                                    Set.of(Partitions.ofSession(outlet.session().apply(key), partitions))))
                            .withName(name));
            return this;
        }

        Topology topology() {
            return builder.build();
        }
    }

    /**
     * Turns, sessions and alerts in order of time, for queries by page. A separate sub-topology, so that no line waits
     * for its restoration.
     */
    static final class TurnLog implements Processor<String, byte[], String, RejectedLine> {
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
            rows = new LogRows(context.getStateStore(Tables.TURN_LOG.name()), LogQuery::digest);
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
            boolean isMore = rows.expire(first(now)) | rows.digest();
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
}
