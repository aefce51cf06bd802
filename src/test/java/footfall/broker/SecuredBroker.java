package footfall.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/** A broker as a team may have it: who wants to talk to it says a name and a password (SASL/PLAIN). */
public final class SecuredBroker implements AutoCloseable {
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required ";

    private final BrokerDirectory directory;
    private final KafkaRaftServer server;
    private final String servers;

    private SecuredBroker(BrokerDirectory directory, KafkaRaftServer server, String servers) {
        this.directory = directory;
        this.server = server;
        this.servers = servers;
    }

    /** Knows {@code ada} with the password {@code secret}. */
    public static SecuredBroker start(Path folder) {
        var directory = BrokerDirectory.open(folder, 0);
        var listeners = Listeners.choose(BrokerSettings.ANY_PORT);
        var properties = new HashMap<>(ServerProperties.of(directory, listeners, Map.of()));
        properties.keySet().removeIf(name -> name.startsWith("listener.name."));
        properties.put("listener.security.protocol.map", "CLIENT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.put("sasl.enabled.mechanisms", "PLAIN");
        properties.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
        properties.put(
                "listener.name.client.plain.sasl.jaas.config",
                LOGIN + "username=\"broker\" password=\"own\" user_broker=\"own\" user_ada=\"secret\";");
        var server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        server.startup();
        return new SecuredBroker(directory, server, ServerProperties.bootstrapServers(listeners.client()));
    }

    public String servers() {
        return servers;
    }

    /** What stands in {@code client.properties} of somebody who is let in. */
    public Map<String, String> client() {
        return Map.of(
                "bootstrap.servers",
                servers,
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                LOGIN + "username=\"ada\" password=\"secret\";");
    }

    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
        directory.close();
    }
}
