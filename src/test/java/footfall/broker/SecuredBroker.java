package footfall.broker;

import footfall.broker.EmbeddedBroker.ServerProperties;
import footfall.testkit.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;

/** A broker as a team may have it: who wants to talk to it has a password, a certificate or a token. */
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
        return start(folder, "SASL_PLAINTEXT", passwords("own", "user_ada=\"secret\""), Map.of());
    }

    /** The same with more properties of the broker. */
    public static SecuredBroker start(Path folder, Map<String, String> more) {
        return start(folder, "SASL_PLAINTEXT", passwords("own", "user_ada=\"secret\""), more);
    }

    /** With TLS and ACLs; the user {@code admin} may do everything, the others what their ACLs allow. */
    public static SecuredBroker startWithAcls(Path folder, List<String> users) throws Exception {
        var known = users.stream().map(user -> " user_" + user + "=\"secret\"").collect(Collectors.joining());
        var listener = passwords("secret", "user_admin=\"secret\"" + known);
        certificate(folder, "broker").forEach((name, value) -> listener.put("listener.name.client." + name, value));
        trust(folder, "broker").forEach((name, value) -> listener.put("listener.name.client." + name, value));
        var acls = Map.of(
                "authorizer.class.name",
                StandardAuthorizer.class.getName(),
                "super.users",
                "User:broker;User:admin;User:ANONYMOUS"); // the controller's listener asks no name
        return start(folder, "SASL_SSL", listener, acls);
    }

    /** Asks for a certificate (mTLS), and knows that of {@link #certified}. */
    public static SecuredBroker startWithCertificates(Path folder) throws Exception {
        var listener = new HashMap<>(Map.of("listener.name.client.ssl.client.auth", "required"));
        certificate(folder, "broker").forEach((name, value) -> listener.put("listener.name.client." + name, value));
        certificate(folder, "ada");
        var both = Files.readString(pem(folder, "broker")) + Files.readString(pem(folder, "ada"));
        Files.writeString(pem(folder, "both"), both);
        trust(folder, "both").forEach((name, value) -> listener.put("listener.name.client." + name, value));
        return start(folder, "SSL", listener, Map.of());
    }

    /** Asks for a token of the issuer (OAUTHBEARER). */
    public static SecuredBroker startWithTokens(Path folder, TokenIssuer issuer) {
        var listener = Map.of(
                "sasl.enabled.mechanisms",
                "OAUTHBEARER",
                "sasl.mechanism.inter.broker.protocol",
                "OAUTHBEARER",
                "listener.name.client.oauthbearer.sasl.jaas.config",
                TokenIssuer.LOGIN,
                "listener.name.client.oauthbearer.sasl.server.callback.handler.class",
                OAuthBearerValidatorCallbackHandler.class.getName(),
                "listener.name.client.sasl.oauthbearer.jwks.endpoint.url",
                issuer.url("keys"),
                "listener.name.client.sasl.oauthbearer.expected.audience",
                TokenIssuer.AUDIENCE,
                "listener.name.client.sasl.oauthbearer.expected.issuer",
                TokenIssuer.NAME);
        var own = new HashMap<String, String>(); // The broker asks itself, too.
        issuer.client().forEach((name, value) -> {
            if (name.startsWith("sasl.login")) {
                own.put("listener.name.client.oauthbearer." + name, value);
            } else if (name.startsWith("sasl.oauthbearer")) {
                own.put("listener.name.client." + name, value);
            }
        });
        return start(folder, "SASL_PLAINTEXT", listener, own);
    }

    private static Map<String, String> passwords(String own, String users) {
        return new HashMap<>(Map.of(
                "sasl.enabled.mechanisms",
                "PLAIN",
                "sasl.mechanism.inter.broker.protocol",
                "PLAIN",
                "listener.name.client.plain.sasl.jaas.config",
                LOGIN + "username=\"broker\" password=\"" + own + "\" user_broker=\"" + own + "\" " + users + ";"));
    }

    private static SecuredBroker start(
            Path folder, String protocol, Map<String, String> listener, Map<String, String> more) {
        var directory = BrokerDirectory.open(folder, 0);
        var listeners = BrokerSettings.Listeners.choose(Ports.free());
        var properties = new HashMap<>(ServerProperties.of(directory, listeners, Map.of()));
        properties.keySet().removeIf(name -> name.startsWith("listener.name."));
        properties.put("listener.security.protocol.map", "CLIENT:" + protocol + ",CONTROLLER:PLAINTEXT");
        properties.putAll(listener);
        properties.putAll(more);
        var server = new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM);
        server.startup();
        return new SecuredBroker(directory, server, ServerProperties.bootstrapServers(listeners.client()));
    }

    /** A key pair of this name, and its certificate. */
    private static Map<String, String> certificate(Path folder, String name) throws Exception {
        var keys = folder.resolveSibling(name + ".p12").toString();
        keytool(
                "-genkeypair -alias own -keyalg EC -dname CN=" + name
                        + " -ext SAN=ip:127.0.0.1,dns:localhost -storetype PKCS12 -storepass secret -keystore",
                keys);
        keytool(
                "-exportcert -rfc -alias own -storepass secret -keystore",
                keys,
                "-file",
                pem(folder, name).toString());
        return keys(keys);
    }

    private static Map<String, String> keys(String keys) {
        return Map.of("ssl.keystore.type", "PKCS12", "ssl.keystore.location", keys, "ssl.keystore.password", "secret");
    }

    private static Path pem(Path folder, String name) {
        return folder.resolveSibling(name + ".pem");
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

    private static Map<String, String> trust(Path folder, String name) {
        return Map.of(
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                pem(folder, name).toString());
    }

    /** The properties of somebody with a certificate, for a broker that was started in this folder. */
    public Map<String, String> certified(Path folder) {
        var client = new HashMap<>(trust(folder, "broker"));
        client.putAll(keys(folder.resolveSibling("ada.p12").toString()));
        client.putAll(Map.of("bootstrap.servers", servers, "security.protocol", "SSL"));
        return client;
    }

    /** The properties of a user of a broker with ACLs, which was started in this folder. */
    public Map<String, String> client(Path folder, String user) {
        var client = new HashMap<>(trust(folder, "broker"));
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
