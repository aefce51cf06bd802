package footfall.serve;

import footfall.line.RejectedBytes;
import footfall.view.RelayMeter;
import footfall.view.ShipperCounts;
import footfall.view.TopologyCounts;
import footfall.view.TopologyMeter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.util.List;
import java.util.Set;
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
    private volatile MultiGauge lags;
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
                .description("Records that an assigned partition has beyond those that were polled.")
                .register(registry);
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
        if (lags != null) {
            lags.register(topologyNow.lags().stream().map(Metrics::row).toList(), true);
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
}
