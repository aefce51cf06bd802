package footfall.broker;

import footfall.broker.EmbeddedBroker.ServerProperties;
import footfall.testkit.Ports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;

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
        var listeners = BrokerSettings.Listeners.choose(Ports.free());
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

    /** With TLS and ACLs; the user {@code admin} may do everything, the others what their ACLs allow. */
    public static SecuredBroker startWithAcls(Path folder, List<String> users) throws Exception {
        var directory = BrokerDirectory.open(folder, 0);
        var listeners = BrokerSettings.Listeners.choose(Ports.free());
        var properties = new HashMap<>(ServerProperties.of(directory, listeners, Map.of()));
        properties.keySet().removeIf(name -> name.startsWith("listener.name."));
        properties.put("listener.security.protocol.map", "CLIENT:SASL_SSL,CONTROLLER:PLAINTEXT");
        properties.put("sasl.enabled.mechanisms", "PLAIN");
        properties.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
        properties.put(
                "listener.name.client.plain.sasl.jaas.config",
                LOGIN + "username=\"broker\" password=\"secret\" user_broker=\"secret\" user_admin=\"secret\""
                        + users.stream()
                                .map(user -> " user_" + user + "=\"secret\"")
                                .collect(Collectors.joining())
                        + ";");
        properties.put("authorizer.class.name", StandardAuthorizer.class.getName());
        properties.put(
                "super.users", "User:broker;User:admin;User:ANONYMOUS"); // the controller's listener asks no name
        certificate(folder).forEach((name, value) -> properties.put("listener.name.client." + name, value));
        trust(folder).forEach((name, value) -> properties.put("listener.name.client." + name, value));
        var server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        server.startup();
        return new SecuredBroker(directory, server, ServerProperties.bootstrapServers(listeners.client()));
    }

    private static Map<String, String> certificate(Path folder) throws Exception {
        var keys = folder.resolveSibling("keys.p12").toString();
        keytool(
                "-genkeypair -alias broker -keyalg EC -dname CN=broker -ext SAN=ip:127.0.0.1,dns:localhost -storetype"
                        + " PKCS12 -storepass secret -keystore",
                keys);
        keytool(
                "-exportcert -rfc -alias broker -storepass secret -keystore",
                keys,
                "-file",
                folder.resolveSibling("broker.pem").toString());
        return Map.of("ssl.keystore.type", "PKCS12", "ssl.keystore.location", keys, "ssl.keystore.password", "secret");
    }

    private static void keytool(String options, String... paths) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of(paths));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(said);
        }
    }

    private static Map<String, String> trust(Path folder) {
        return Map.of(
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                folder.resolveSibling("broker.pem").toString());
    }

    /** The properties of a user of a broker with ACLs, which was started in this folder. */
    public Map<String, String> client(Path folder, String user) {
        var client = new HashMap<>(trust(folder));
        client.put("bootstrap.servers", servers);
        client.put("security.protocol", "SASL_SSL");
        client.put("sasl.mechanism", "PLAIN");
        client.put("sasl.jaas.config", LOGIN + "username=\"" + user + "\" password=\"secret\";");
        return client;
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
