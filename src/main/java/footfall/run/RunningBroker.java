package footfall.run;

import footfall.broker.ClientProperties;
import footfall.broker.TopicsFailed;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.FailureReason;
import footfall.report.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The broker of a running {@code up} with this data folder, for other clients of its owner. */
public final class RunningBroker {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final String SERVERS = "bootstrap.servers";

    private final Path data;
    private final Path directory;
    private final String start;

    public RunningBroker(Settings config) {
        this.data = config.get(SettingKeys.DATA_DIR);
        this.directory = config.brokerSettings().directory();
        this.start = "footfall up" + (config.isDefault(SettingKeys.DATA_DIR) ? "" : " --set data_dir=" + data);
    }

    /** Kafka's client properties, after the broker has accepted them. */
    public Map<String, String> client() throws UserError {
        var client = read();
        try {
            ClientProperties.check(client, ANSWER_MAX);
            return client;
        } catch (TopicsFailed why) {
            throw new UserError(
                    "the broker of the data folder " + data + " does not answer at " + client.get(SERVERS)
                            + "; start it with: " + start,
                    why);
        }
    }

    /** The properties as Kafka's tools read them from a file. */
    public static String text(Map<String, String> client) {
        return ClientProperties.text(client);
    }

    /**
     * Adds the credentials to properties that have this broker's address and no security settings; returns
     * others unchanged.
     */
    public Map<String, String> withCredentials(Map<String, String> client) {
        if (client.keySet().stream().anyMatch(name -> name.startsWith("security.") || name.startsWith("sasl."))) {
            return client;
        }
        if (!isAt(client)) {
            return client;
        }
        var all = new HashMap<>(found().orElseThrow());
        all.putAll(client);
        return all;
    }

    /** Whether these properties have its address. */
    boolean isAt(Map<String, String> client) {
        return found().map(own -> address(client).equals(own.get(SERVERS))).orElse(false);
    }

    private static String address(Map<String, String> client) {
        return client.getOrDefault(SERVERS, "").replace("localhost:", "127.0.0.1:");
    }

    private Map<String, String> read() throws UserError {
        try {
            return ClientProperties.read(directory)
                    .orElseThrow(() -> new UserError(
                            "no broker is running with the "
                                    + "data folder " + data + " (" + ClientProperties.file(directory)
                                    + " does not exist); start it with: " + start,
                            null));
        } catch (IOException why) {
            throw new UserError(
                    "cannot read " + ClientProperties.file(directory) + ": " + FailureReason.of(why)
                            + "; only the user who started the broker can read it",
                    why);
        }
    }

    /** The properties as the broker wrote them; empty when there are none, or when they are another user's. */
    public Optional<Map<String, String>> found() {
        try {
            return ClientProperties.read(directory);
        } catch (IOException notOurs) {
            return Optional.empty();
        }
    }
}
