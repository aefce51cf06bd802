package footfall.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/**
 * A broker in a process of its own, as footfall configures it, which gives its clients the port of a proxy in
 * front of it. It reaches itself without the proxy. It may start with any free space. When its disk is full, Kafka
 * halts the process. It ends with its parent.
 */
public final class BrokerMain {
    private static final String INTERNAL = "INTERNAL";

    private BrokerMain() {}

    /** The directory, its port, the port that clients are to use, and the one at which it reaches itself. */
    public static void main(String[] arguments) throws InterruptedException {
        var directory = BrokerDirectory.open(Path.of(arguments[0]), 0);
        var listeners = BrokerSettings.Listeners.choose(Integer.parseInt(arguments[1]));
        var properties = new HashMap<>(EmbeddedBroker.ServerProperties.of(directory, listeners, Map.of()));
        var client = "CLIENT://" + EmbeddedBroker.ServerProperties.bootstrapServers(Integer.parseInt(arguments[2]));
        var own = INTERNAL + "://" + EmbeddedBroker.ServerProperties.bootstrapServers(Integer.parseInt(arguments[3]));
        properties.merge("listeners", own, (others, one) -> others + "," + one);
        properties.put("advertised.listeners", client + "," + own);
        properties.put("inter.broker.listener.name", INTERNAL);
        properties.putAll(
                directory.credentials().server("CLIENT", INTERNAL, BrokerDirectory.ClusterIdentity.CONTROLLER));
        var server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        server.startup();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.shutdown();
            server.awaitShutdown();
            directory.close();
        }));
        System.out.println("started");
        var gone = new CountDownLatch(1);
        ProcessHandle.current().parent().orElseThrow().onExit().thenRun(gone::countDown);
        gone.await();
        System.exit(0);
    }
}
