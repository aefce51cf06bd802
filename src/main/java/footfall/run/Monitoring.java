package footfall.run;

import footfall.broker.Reachability;
import footfall.serve.Health;
import footfall.serve.HttpServer;
import footfall.serve.ServeSettings;
import footfall.ship.ShipProgress;
import footfall.topology.Streaming;
import java.util.Optional;
import java.util.function.Supplier;

/** The HTTP server of a process and what it reports: health. Serves nothing until {@link #serve}. */
final class Monitoring implements AutoCloseable {
    private static final String UNREACHABLE = "broker_unreachable";

    private final Health health = new Health();
    private HttpServer server;

    /** Listens from now on; {@code isUsual}: whether a process of this kind serves unless told otherwise. */
    void serve(ServeSettings settings, boolean isUsual) {
        boolean isWanted = settings.use() == ServeSettings.Use.AUTO ? isUsual : settings.use() == ServeSettings.Use.ON;
        if (isWanted) {
            server = HttpServer.start(settings, health.routes());
        }
    }

    void topology(Streaming streaming) {
        health.add(() -> topologyReason(streaming));
    }

    private static Optional<Health.Reason> topologyReason(Streaming streaming) {
        if (streaming.isRunning()) {
            return Optional.empty();
        }
        var readiness = streaming.views().readiness();
        return Optional.of(
                switch (readiness.state()) {
                    case RESTORING ->
                        new Health.Reason("topology", "restoring", readiness.left() + " records are left to restore");
                    case STOPPED -> new Health.Reason("topology", "stopped", "processing has ended");
                    case STARTING, CATCHING_UP, CURRENT ->
                        new Health.Reason("topology", "rebalancing", "partitions are being assigned");
                });
    }

    void broker(Reachability reachability) {
        var reason = Optional.of(new Health.Reason("broker", UNREACHABLE, "the broker does not answer"));
        health.add(() -> reachability.state() == Reachability.State.UNREACHABLE ? reason : Optional.empty());
    }

    void shipper(Supplier<ShipProgress> progress) {
        var reason = Optional.of(
                new Health.Reason("shipper", UNREACHABLE, "the shipper waits for the broker; no lines are lost"));
        health.add(() -> progress.get().brokerAway() == null ? Optional.empty() : reason);
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

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
