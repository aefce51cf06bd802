package footfall.run;

import footfall.ask.GatheredShards;
import footfall.ask.HttpPeers;
import footfall.desire.DesireRules;
import footfall.serve.HttpServer;
import footfall.serve.InternalRoutes;
import footfall.serve.PeerAccess;
import footfall.serve.ServeSettings;
import footfall.testkit.Cluster;
import footfall.topology.Streaming;
import footfall.view.Aliases;
import footfall.view.AnswerRules;
import footfall.view.Answers;
import footfall.view.MergedAnswers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One of several instances in this process, which ask each other over HTTP. */
final class InstanceServer implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final AnswerRules RULES =
            new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);

    private final HttpServer server;
    private final Streaming streaming;
    private final GatheredShards shards;
    private final String address;

    private InstanceServer(HttpServer server, Streaming streaming, GatheredShards shards, String address) {
        this.server = server;
        this.streaming = streaming;
        this.shards = shards;
        this.address = address;
    }

    /** {@code token}: the file of the admin token. */
    static InstanceServer start(Cluster.Footfall footfall, String name, int port, Path token) {
        var settings = new ServeSettings(
                ServeSettings.Use.ON,
                ServeSettings.LOOPBACK,
                port,
                List.of(),
                new ServeSettings.TokenFiles(Optional.empty(), Optional.of(token)),
                ServeSettings.TlsFiles.NONE);
        var holder = new Streaming[1];
        var routes = new InternalRoutes(
                        () -> Optional.ofNullable(holder[0]).map(Streaming::instances), System::nanoTime)
                .routes();
        var server = HttpServer.start(settings, routes);
        var address = ServeSettings.LOOPBACK + ":" + port;
        holder[0] = footfall.startAt(address, name);
        var peers = new HttpPeers(PeerAccess.of(settings));
        var shards = new GatheredShards(holder[0].instances(), peers, DEADLINE, System::nanoTime);
        return new InstanceServer(server, holder[0], shards, address);
    }

    String address() {
        return address;
    }

    Streaming streaming() {
        return streaming;
    }

    Answers answers() {
        return new MergedAnswers(shards, RULES);
    }

    /** It answers no other instance, and is still a member of the group. */
    void disappear() {
        server.close();
    }

    @Override
    public void close() {
        shards.close();
        server.close();
        streaming.close();
    }
}
