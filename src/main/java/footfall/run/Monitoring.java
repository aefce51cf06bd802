package footfall.run;

import footfall.ask.HttpPeers.Access;
import footfall.broker.Reachability;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.feed.KafkaFeed;
import footfall.relay.RelayStall;
import footfall.screen.LiveScreen;
import footfall.serve.Api;
import footfall.serve.ApiSource;
import footfall.serve.EventStream;
import footfall.serve.Health;
import footfall.serve.HttpServer;
import footfall.serve.InternalRoutes;
import footfall.serve.Metrics;
import footfall.serve.OwnerToken;
import footfall.serve.Pages;
import footfall.serve.Route;
import footfall.serve.ServeSettings;
import footfall.ship.ShipProgress;
import footfall.shipper.ListedShipper;
import footfall.topology.LatestAnswer;
import footfall.topology.Streaming;
import footfall.topology.Tables;
import footfall.view.Instances;
import footfall.view.RelayMeter;
import footfall.view.Shippers;
import footfall.view.Shippers.ShipperCounts;
import footfall.view.TopologyMeter;
import footfall.wire.Undelivered;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The HTTP server of a process and what it reports: health, metrics, and answers of its topology. Serves nothing until
 * {@link #serve}.
 */
final class Monitoring implements AutoCloseable {
    private static final String UNREACHABLE = "broker_unreachable";

    private final Health health = new Health();
    private Metrics metrics;
    private HttpServer server;
    private Access access = Access.PLAIN;
    private volatile ApiSource answers;
    private volatile Instances instances;
    private EventStream events;

    /**
     * Listens from now on, as a process with a topology: answers, events, and the dashboard that shows them. {@code
     * owner}: who may read texts of transcripts; null where there are none.
     */
    void serveAnswers(Settings config, OwnerToken owner) {
        events = new EventStream(config.get(SettingKeys.SERVE_STREAM_CLIENTS));
        serve(config, true, this::answerRoutes, owner);
    }

    private List<Route> answerRoutes() {
        var routes = new ArrayList<>(new Api(() -> Optional.ofNullable(answers), RealTime.CLOCK).routes());
        routes.addAll(new InternalRoutes(() -> Optional.ofNullable(instances), System::nanoTime).routes());
        routes.add(events.route());
        routes.addAll(Pages.load().routes());
        return routes;
    }

    /** Listens from now on; {@code isUsual}: whether a process of this kind serves by default. */
    void serve(Settings config, boolean isUsual) {
        serve(config, isUsual, List::of, null);
    }

    private void serve(Settings config, boolean isUsual, Supplier<List<Route>> more, OwnerToken owner) {
        var settings = config.serveSettings();
        boolean isWanted = settings.use() == ServeSettings.Use.AUTO ? isUsual : settings.use() == ServeSettings.Use.ON;
        if (isWanted) {
            metrics = new Metrics();
            var routes = new ArrayList<>(health.routes());
            routes.add(metrics.route());
            routes.addAll(more.get());
            server = HttpServer.start(settings, routes, owner);
            access = InternalRoutes.PeerAccess.of(settings);
        }
    }

    /** How other instances of the topology are asked. */
    Access access() {
        return access;
    }

    /** Counts the work of a topology, if metrics are served. */
    TopologyMeter meter() {
        return metrics == null ? TopologyMeter.NONE : metrics.topologyMeter();
    }

    void topology(Streaming streaming) {
        instances = streaming.instances();
        health.add(() -> topologyReason(streaming));
        health.add(() -> streaming.stalled().map(since -> cannotCommit("topology", since)));
        if (metrics != null) {
            metrics.topology(
                    streaming::counts,
                    Tables.all().stream().map(Tables.Table::name).toList());
            metrics.underReplicated(streaming::underReplicated);
            streaming.bindTo(metrics.registry());
        }
    }

    /** Counts those that are late, if metrics are served. */
    void shippers(Shippers shippers) {
        if (metrics != null) {
            metrics.lateShippers(new LateShippers(shippers));
        }
    }

    /** Answers questions from now on. */
    void answers(ApiSource from) {
        answers = from;
    }

    private static Optional<Health.Reason> topologyReason(Streaming streaming) {
        if (streaming.isRunning()) {
            return toCatchUp(streaming.toCatchUp());
        }
        var readiness = streaming.views().readiness();
        return Optional.of(
                switch (readiness.state()) {
                    case RESTORING -> new Health.Reason("topology", "restoring", LiveScreen.waitsFor(readiness));
                    case STOPPED -> new Health.Reason("topology", "stopped", "processing has ended");
                    case STARTING, CATCHING_UP, CURRENT ->
                        new Health.Reason("topology", "rebalancing", "partitions are being assigned");
                });
    }

    private static Optional<Health.Reason> toCatchUp(OptionalLong left) {
        if (left.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                left.getAsLong() < 0
                        ? new Health.Reason("topology", "unassigned", "no partition is assigned to this instance yet")
                        : new Health.Reason(
                                "topology", "catching_up", "the stores lack " + left.getAsLong() + " records"));
    }

    private static Health.Reason cannotCommit(String part, Instant since) {
        return new Health.Reason(
                part,
                "cannot_commit",
                "brokers have accepted no commit since " + since.truncatedTo(ChronoUnit.SECONDS)
                        + "; it is retried, and nothing is lost");
    }

    /** Serves the events of a cluster until this is closed, if anything is served. */
    KafkaFeed events(Map<String, String> client, String topicPrefix) {
        var feed = new KafkaFeed(client, topicPrefix, RealTime.CLOCK);
        if (events != null) {
            events.feed(feed);
        }
        return feed;
    }

    void broker(Reachability reachability) {
        var reason = Optional.of(new Health.Reason("broker", UNREACHABLE, "the broker does not answer"));
        health.add(() -> reachability.state() == Reachability.State.UNREACHABLE ? reason : Optional.empty());
    }

    void shipper(Supplier<ShipProgress> progress) {
        var reason = Optional.of(
                new Health.Reason("shipper", UNREACHABLE, "the shipper waits for the broker; no lines are lost"));
        var refused = Optional.of(new Health.Reason(
                "shipper", "refused", "the cluster refuses the login, or denies or lacks a topic; no lines are lost"));
        health.add(() -> {
            var now = progress.get();
            return now.isRefused() ? refused : now.waitsFor() == null ? Optional.empty() : reason;
        });
        if (metrics != null) {
            var started = RealTime.CLOCK.instant();
            metrics.shipper(() -> counts(progress.get(), started));
        }
    }

    private static ShipperCounts counts(ShipProgress now, Instant started) {
        return new ShipperCounts(
                now.files(),
                now.filesBehind(),
                now.bytesBehind(),
                now.unreadable().size(),
                now.lines(),
                now.rejected(),
                Duration.between(now.savedAt() == null ? started : now.savedAt(), RealTime.CLOCK.instant()),
                now.waitsFor() != null);
    }

    /** Counts the work of a relay, if metrics are served. */
    RelayMeter relayMeter() {
        var reasons = Stream.of(Undelivered.Reason.values())
                .map(Undelivered.Reason::word)
                .toList();
        return metrics == null ? RelayMeter.NONE : metrics.relayMeter(reasons);
    }

    void relay(BooleanSupplier isRetrying) {
        var retrying = Optional.of(
                new Health.Reason("receiver", "retrying", "the receiver does not accept a message; it is retried"));
        health.add(() -> isRetrying.getAsBoolean() ? retrying : Optional.empty());
    }

    /** What a relay reads. */
    void relayInput(Supplier<Optional<RelayStall>> stall, Reachability brokers) {
        health.add(() -> brokers.leaderless()
                .map(silent -> new Health.Reason(
                        "relay",
                        "cannot_read",
                        "partitions without a leader that answers: " + silent.partitions() + "; the relay waits")));
        health.add(() -> stall.get()
                .map(why -> why.kind() == RelayStall.Kind.UNASSIGNED
                        ? new Health.Reason("relay", "unassigned", "partitions are being assigned")
                        : cannotCommit("relay", why.since())));
    }

    void started() {
        health.started();
    }

    void failed() {
        health.failed();
    }

    void stopping() {
        health.stopping();
    }

    /** The server's address; empty if there is none. */
    Optional<String> url() {
        return Optional.ofNullable(server).map(HttpServer::url);
    }

    /** The server's address with the token of the owner; empty without one. */
    Optional<String> ownerLink() {
        return Optional.ofNullable(server).flatMap(HttpServer::ownerLink);
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }

    /**
     * How many shippers are late, at most a minute ago; NaN if they cannot be read. A thread of its own reads them: a
     * scrape does not wait for brokers. Thread-safe.
     */
    static final class LateShippers implements DoubleSupplier {
        private static final long ASK_EVERY_MS = 60_000;

        private final Shippers shippers;
        private final LatestAnswer<Double> answer =
                new LatestAnswer<>(Double.NaN, ASK_EVERY_MS, RealTime.CLOCK::millis);

        LateShippers(Shippers shippers) {
            this.shippers = shippers;
        }

        @Override
        public double getAsDouble() {
            return answer.get(this::ask);
        }

        private CompletionStage<Double> ask() {
            return CompletableFuture.supplyAsync(this::count, LateShippers::start);
        }

        private static void start(Runnable task) {
            var thread = new Thread(task, "footfall-late-shippers");
            thread.setDaemon(true);
            thread.start();
        }

        private double count() {
            return shippers.list(RealTime.CLOCK.instant()).stream()
                    .filter(ListedShipper::late)
                    .count();
        }
    }
}
