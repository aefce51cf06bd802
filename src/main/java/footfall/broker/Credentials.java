package footfall.broker;

import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.security.scram.ScramLoginModule;

/**
 * The single user of an embedded broker and its password: random bytes in a file that only the owner of the
 * directory can read. The password is created once and kept across restarts. SCRAM proves that both sides
 * know it without sending it, so a process that takes over the port of a stopped broker learns nothing from
 * clients. Has no {@code toString}, so that no message contains the password.
 */
final class Credentials {
    static final String FILE = "footfall.secret";
    static final String MECHANISM = "SCRAM-SHA-256";
    private static final String PROTOCOL = "SASL_PLAINTEXT";
    private static final int SECRET_BYTES = 32;

    private final String password;

    private Credentials(String password) {
        this.password = password;
    }

    /**
     * The credentials of a directory whose lock this process holds. A file that others can read, or that is
     * truncated, is replaced: clients read the new password from {@link ClientProperties}.
     */
    static Credentials of(Path directory) throws IOException {
        var file = directory.resolve(FILE);
        if (Files.exists(file) && (!OwnerOnly.isClosed(file) || Files.size(file) < SECRET_BYTES)) {
            Files.delete(file);
        }
        var bytes = AtomicFile.random(file, SECRET_BYTES);
        return new Credentials(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** The properties that a client of the broker at this address needs. */
    Map<String, String> client(String bootstrapServers) {
        return Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "security.protocol",
                PROTOCOL,
                "sasl.mechanism",
                MECHANISM,
                "sasl.jaas.config",
                jaas());
    }

    /**
     * The broker settings that require authentication on these listeners, including connections within the
     * broker.
     */
    Map<String, String> server(String... listeners) {
        var properties = new HashMap<String, String>();
        properties.put("sasl.enabled.mechanisms", MECHANISM);
        properties.put("sasl.mechanism.inter.broker.protocol", MECHANISM);
        properties.put("sasl.mechanism.controller.protocol", MECHANISM);
        var protocols = new StringBuilder();
        for (var listener : listeners) {
            var prefix = "listener.name." + listener.toLowerCase(Locale.ROOT) + "." + MECHANISM.toLowerCase(Locale.ROOT)
                    + ".";
            properties.put(prefix + "sasl.jaas.config", jaas());
            properties.put(prefix + "sasl.server.callback.handler.class", OwnerLogin.class.getName());
            protocols
                    .append(protocols.isEmpty() ? "" : ",")
                    .append(listener)
                    .append(':')
                    .append(PROTOCOL);
        }
        properties.put("listener.security.protocol.map", protocols.toString());
        return properties;
    }

    private String jaas() {
        return ScramLoginModule.class.getName() + " required username=\"" + OwnerLogin.USER + "\" password=\""
                + password
                + "\";";
    }
}
