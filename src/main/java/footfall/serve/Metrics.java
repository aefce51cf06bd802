package footfall.serve;

import footfall.alert.Alert;
import footfall.line.RejectedBytes;
import footfall.pattern.UsageTally.UsageHours;
import footfall.turn.ClosedBy;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import footfall.view.Shippers.ShipperCounts;
import footfall.view.TopologyMeter;
import footfall.view.TopologyMeter.TopologyCounts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * The metrics of a process: footfall's own and a selection of Kafka's, in the format of Prometheus. State is
 * read once per scrape. The page {@code topology-docs/metrics.md} lists all.
 */
public final class Metrics {
    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OWN = "footfall.";

    /** Kafka has about 1,500 metrics per instance; these help to operate it. */
    private static final Set<String> KAFKAS = Set.of(
            "kafka.stream.alive.stream.threads",
            "kafka.stream.failed.stream.threads",
            "kafka.stream.thread.thread.state",
            "kafka.stream.thread.commit.latency.max",
            "kafka.stream.thread.process.ratio");

    /** Names of clients and threads begin with the application ID and an ID that each start generates. */
    private static final Pattern START_ID = Pattern.compile("^.*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-?");

    private static final String CLIENT = "streams";

    /** Metrics of Kafka before the first commit, or whose stream thread has ended. A sum with one would be none. */
    private static final String NO_VALUE = " NaN";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private volatile Supplier<TopologyCounts> topology;
    private volatile Supplier<ShipperCounts> shipper;
    private volatile DoubleSupplier lateShippers;
    private volatile double lateNow = Double.NaN;
    private volatile MultiGauge lags;
    private volatile HourMeters hours;
    private volatile TopologyCounts topologyNow = TopologyCounts.NONE;
    private volatile ShipperCounts shipperNow = ShipperCounts.NONE;

    public Metrics() {
        registry.config()
                .meterFilter(
                        MeterFilter.denyUnless(id -> id.getName().startsWith(OWN) || KAFKAS.contains(id.getName())))
                .meterFilter(MeterFilter.replaceTagValues("process.id", id -> CLIENT))
                .meterFilter(MeterFilter.replaceTagValues("client.id", Metrics::withoutStartId))
                .meterFilter(MeterFilter.replaceTagValues("thread.id", Metrics::withoutStartId));
    }

    private static String withoutStartId(String name) {
        var rest = START_ID.matcher(name).replaceFirst("");
        return rest.isEmpty() ? CLIENT : rest;
    }

    /** For Kafka's own metrics; others than a few are ignored. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Counters for a topology. */
    public TopologyMeter topologyMeter() {
        return new TopologyMeters(registry);
    }

    /** Counters for a relay; {@code reasons}: why a message is not delivered. */
    public RelayMeter relayMeter(List<String> reasons) {
        return new RelayMeters(registry, reasons);
    }

    /** Reports the state of a topology; {@code stores}: the names of its stores. */
    public void topology(Supplier<TopologyCounts> counts, List<String> stores) {
        topology = counts;
        gauge("footfall.open.turns", "Open turns, at most 20,000.", () -> topologyNow.openTurns());
        gauge(
                "footfall.restore.remaining.records",
                "Records left to restore.",
                () -> restored().remaining());
        gauge(
                "footfall.standby.lag.records",
                "Records that standbys have yet to read.",
                () -> restored().standbyLag());
        counter(
                        "footfall.restored.records",
                        "Records restored for processing.",
                        self -> self.restored().records())
                .register(registry);
        counter("footfall.thread.restarts", "Restarts of stream threads.", self -> self.topologyNow.restarts())
                .register(registry);
        gauge(
                "footfall.stalled.seconds",
                "Time for which brokers have accepted neither records nor a commit.",
                () -> topologyNow.stalled().toMillis() / 1e3);
        lags = MultiGauge.builder("footfall.lag.records")
                .description("Records of an assigned partition after the committed offset.")
                .register(registry);
        hours = new HourMeters(registry);
        for (var store : stores) {
            Gauge.builder("footfall.state.bytes", () -> topologyNow.stateBytes().getOrDefault(store, 0L))
                    .description("Size of a store in files and memory.")
                    .tag("store", store)
                    .register(registry);
        }
    }

    private TopologyCounts.Restored restored() {
        return topologyNow.restored();
    }

    /** Reports the state of a shipper. */
    public void shipper(Supplier<ShipperCounts> counts) {
        shipper = counts;
        gauge("footfall.shipper.files", "Transcripts that are followed.", () -> shipperNow.files());
        gauge("footfall.shipper.unreadable.files", "Transcripts that cannot be read.", () -> shipperNow.unreadable());
        gauge("footfall.shipper.lag.files", "Transcripts with unsent lines.", () -> shipperNow.filesBehind());
        gauge("footfall.shipper.lag.bytes", "Bytes that are not acknowledged.", () -> shipperNow.bytesBehind());
        gauge("footfall.shipper.waiting", "1 while the broker is unreachable.", () -> shipperNow.isWaiting() ? 1 : 0);
        gauge(
                "footfall.shipper.checkpoint.age.seconds",
                "Time since the checkpoint was written.",
                () -> shipperNow.checkpointAge().toMillis() / 1e3);
        counter("footfall.shipper.lines", "Lines that were acknowledged.", self -> self.shipperNow.lines())
                .register(registry);
        for (var reason : RejectedBytes.Reason.values()) {
            counter(
                            "footfall.shipper.rejected",
                            "Lines that the shipper rejected.",
                            self -> self.shipperNow.rejected().getOrDefault(reason.word(), 0L))
                    .tag("reason", reason.word())
                    .register(registry);
        }
    }

    /** Reports how many shippers of the cluster are late; {@code late} is NaN when that is not known. */
    public void lateShippers(DoubleSupplier late) {
        lateShippers = late;
        gauge(
                "footfall.shippers.late",
                "Shippers, of all that send to the cluster, of which three reports are missing.",
                () -> lateNow);
    }

    /** Reports how many partitions of footfall's topics lack a replica, if that is known. */
    public void underReplicated(Supplier<OptionalLong> partitions) {
        gauge("footfall.under.replicated.partitions", "Partitions of footfall's topics that lack a replica.", () -> {
            var known = partitions.get();
            return known.isPresent() ? known.getAsLong() : Double.NaN;
        });
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    private FunctionCounter.Builder<Metrics> counter(String name, String description, ToDoubleFunction<Metrics> value) {
        return FunctionCounter.builder(name, this, value).description(description);
    }

    public Route route() {
        var operation = new Operation(
                "metrics", "Metrics in the text format of Prometheus.", List.of(), Operation.Reply.text(TYPE));
        return new Route("/metrics", Route.Access.READER, operation, exchange -> exchange.dispatch(this::send));
    }

    private void send(HttpServerExchange exchange) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, TYPE);
        exchange.getResponseSender().send(scrape());
    }

    String scrape() {
        topologyNow = topology == null ? topologyNow : topology.get();
        shipperNow = shipper == null ? shipperNow : shipper.get();
        // While brokers do not answer, a scrape does not wait for them.
        lateNow = lateShippers == null || !topologyNow.stalled().isZero() ? Double.NaN : lateShippers.getAsDouble();
        if (lags != null) {
            lags.register(topologyNow.lags().stream().map(Metrics::row).toList(), true);
            hours.register(topologyNow.hours());
        }
        return withValues(registry.scrape());
    }

    /** Without samples that have no value, and without the description of metrics that have no other sample. */
    private static String withValues(String scraped) {
        var served = new StringBuilder();
        var description = new StringBuilder();
        for (var line : scraped.split("\n")) {
            if (line.startsWith("# HELP ")) {
                description.setLength(0);
            }
            if (line.startsWith("#")) {
                description.append(line).append('\n');
            } else if (!line.endsWith(NO_VALUE)) {
                served.append(description).append(line).append('\n');
                description.setLength(0);
            }
        }
        return served.toString();
    }

    private static MultiGauge.Row<?> row(TopologyCounts.Lag lag) {
        return MultiGauge.Row.of(
                Tags.of("topic", lag.topic(), "partition", Integer.toString(lag.partition())), lag.records());
    }

    /** Counts the work of a relay in a registry. Thread-safe. */
    private static final class RelayMeters implements RelayMeter {
        private static final Duration[] BUCKETS = {
            Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30),
            Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30), Duration.ofHours(1)
        };

        private final Map<String, Counter> undelivered = new HashMap<>();
        private final Timer delay;
        private final Counter retries;
        private final Counter skipped;
        private final Counter revisions;
        private volatile double lag = Double.NaN;

        RelayMeters(MeterRegistry registry, List<String> reasons) {
            delay = Timer.builder("footfall.relay.delay")
                    .description("Time from the timestamp of a message's first record until the message was delivered.")
                    .serviceLevelObjectives(BUCKETS)
                    .register(registry);
            retries = Counter.builder("footfall.relay.retries")
                    .description("Attempts to deliver a message after the first.")
                    .register(registry);
            skipped = Counter.builder("footfall.relay.skipped")
                    .description("Records that were too old to be sent.")
                    .register(registry);
            revisions = Counter.builder("footfall.relay.revisions")
                    .description("Records of turns that were already exported.")
                    .register(registry);
            Gauge.builder("footfall.relay.lag.records", () -> lag)
                    .description("Records that are not delivered yet.")
                    .register(registry);
            for (var reason : reasons) {
                undelivered.put(
                        reason,
                        Counter.builder("footfall.relay.undelivered")
                                .description("Records that were not delivered.")
                                .tag("reason", reason)
                                .register(registry));
            }
        }

        @Override
        public void sent(Duration sinceRecord) {
            delay.record(sinceRecord.isNegative() ? Duration.ZERO : sinceRecord);
        }

        @Override
        public void retried() {
            retries.increment();
        }

        @Override
        public void skipped() {
            skipped.increment();
        }

        @Override
        public void lag(OptionalLong records) {
            lag = records.isPresent() ? records.getAsLong() : Double.NaN;
        }

        @Override
        public void revised() {
            revisions.increment();
        }

        @Override
        public void undelivered(String reason) {
            undelivered.get(reason).increment();
        }
    }

    /**
     * Counts the work of a topology in a registry. Labels have few values: none is a name that a transcript
     * contains. Thread-safe.
     */
    private static final class TopologyMeters implements TopologyMeter {
        private static final int LEVELS = 3;

        private static final Duration[] BUCKETS = {
            Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
            Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2_500), Duration.ofSeconds(5),
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(5),
            Duration.ofMinutes(30), Duration.ofHours(1)
        };

        private final Map<RejectedBytes.Reason, Counter> rejected = new EnumMap<>(RejectedBytes.Reason.class);
        private final Map<ClosedBy, Counter> turns = new EnumMap<>(ClosedBy.class);
        private final Map<Alert.Kind, List<Counter>> alerts = new EnumMap<>(Alert.Kind.class);
        private final Counter lines;
        private final Counter revisions;
        private final Timer delay;

        TopologyMeters(MeterRegistry registry) {
            lines = counter("footfall.lines", "Records of the topic lines that were processed.")
                    .register(registry);
            for (var reason : RejectedBytes.Reason.values()) {
                rejected.put(
                        reason,
                        counter("footfall.rejected", "Records that the topology sent to the topic rejected.")
                                .tag("reason", reason.word())
                                .register(registry));
            }
            for (var by : ClosedBy.values()) {
                turns.put(
                        by,
                        counter("footfall.turns", "Turns that were emitted for the first time.")
                                .tag("closed_by", by.word())
                                .register(registry));
            }
            for (var kind : Alert.Kind.values()) {
                alerts.put(kind, levels(kind, registry));
            }
            revisions = counter("footfall.turn.revisions", "Later revisions of turns.")
                    .register(registry);
            delay = Timer.builder("footfall.line.to.turn")
                    .description("Time from the ingestion of a turn's last line until the turn was emitted.")
                    .serviceLevelObjectives(BUCKETS)
                    .register(registry);
        }

        private static List<Counter> levels(Alert.Kind kind, MeterRegistry registry) {
            var levels = new ArrayList<Counter>();
            for (int level = 1; level <= LEVELS; level++) {
                levels.add(counter("footfall.alerts", "Alerts that were raised.")
                        .tag("kind", kind.word())
                        .tag("level", Integer.toString(level))
                        .register(registry));
            }
            return levels;
        }

        private static Counter.Builder counter(String name, String description) {
            return Counter.builder(name).description(description);
        }

        @Override
        public void line() {
            lines.increment();
        }

        @Override
        public void rejected(RejectedBytes.Reason reason) {
            rejected.get(reason).increment();
        }

        @Override
        public void turn(Turn turn, Duration sinceLastLine) {
            if (turn.revision() == 0) {
                turns.get(turn.span().closedBy()).increment();
                delay.record(sinceLastLine.isNegative() ? Duration.ZERO : sinceLastLine);
            } else {
                revisions.increment();
            }
        }

        @Override
        public void alert(Alert alert) {
            if (alert.state() == Alert.State.RAISED) {
                alerts.get(alert.kind()).get(alert.level() - 1).increment();
            }
        }
    }

    /**
     * Turns and cost by the hour of the message, so that history that is read today is not of today. The start of
     * each hour is a metric, too: a query cannot compare labels with a time.
     */
    private static final class HourMeters {
        /** Before the last hour. Each hour is three time series. */
        private static final Duration SHOWN = Duration.ofDays(31);

        private final MultiGauge starts;
        private final MultiGauge turns;
        private final MultiGauge costs;

        HourMeters(MeterRegistry registry) {
            starts = MultiGauge.builder("footfall.hour.start.seconds")
                    .description("Start of an hour, in seconds since 1970.")
                    .register(registry);
            turns = MultiGauge.builder("footfall.hour.turns")
                    .description("Turns by the hour in which they started.")
                    .register(registry);
            costs = MultiGauge.builder("footfall.hour.cost.usd")
                    .description("Cost of the messages of an hour with known prices.")
                    .register(registry);
        }

        void register(Map<Instant, UsageHours.Sum> hours) {
            var last = hours.keySet().stream().max(Instant::compareTo).orElse(Instant.MIN);
            var shown = hours.entrySet().stream()
                    .filter(hour -> Duration.between(hour.getKey(), last).compareTo(SHOWN) < 0)
                    .toList();
            register(starts, shown, hour -> hour.getKey().getEpochSecond());
            register(turns, shown, hour -> hour.getValue().turns());
            register(costs, shown, hour -> hour.getValue().costUsd().doubleValue());
        }

        private static void register(
                MultiGauge gauge,
                Iterable<Map.Entry<Instant, UsageHours.Sum>> hours,
                ToDoubleFunction<Map.Entry<Instant, UsageHours.Sum>> value) {
            var rows = new ArrayList<MultiGauge.Row<?>>();
            hours.forEach(hour ->
                    rows.add(MultiGauge.Row.of(Tags.of("hour", hour.getKey().toString()), value.applyAsDouble(hour))));
            gauge.register(rows, true);
        }
    }
}
