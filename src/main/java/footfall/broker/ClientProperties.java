package footfall.broker;

import footfall.folder.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A file of Kafka client properties in the broker's directory, readable only by its owner. It exists while
 * the broker runs; a killed broker leaves it behind.
 */
public final class ClientProperties {
    static final String FILE = "client.properties";

    private ClientProperties() {}

    public static Path file(Path directory) {
        return directory.resolve(FILE);
    }

    static void write(Path directory, Map<String, String> client) throws IOException {
        AtomicFile.write(file(directory), text(client).getBytes(StandardCharsets.UTF_8));
    }

    static void remove(Path directory) throws IOException {
        Files.deleteIfExists(file(directory));
    }

    /** Empty when no broker runs in the directory. */
    public static Optional<Map<String, String>> read(Path directory) throws IOException {
        var properties = new Properties();
        try (var in = Files.newBufferedReader(file(directory), StandardCharsets.UTF_8)) {
            properties.load(in);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
        var client = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> client.put(name, properties.getProperty(name)));
        return Optional.of(client);
    }

    /** The properties in Kafka's file format, one a line, sorted by name. */
    public static String text(Map<String, String> client) {
        var text = new StringBuilder();
        new TreeMap<>(client)
                .forEach((name, value) ->
                        text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }

    /**
     * Throws {@link TopicsFailed} unless a broker that accepts these properties answers within the timeout.
     */
    public static void check(Map<String, String> client, Duration timeout) {
        try (var cluster = Cluster.of(client, timeout)) {
            cluster.answer(cluster.admin().describeCluster().clusterId(), "read its cluster ID");
        }
    }
}
