package footfall.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * The cluster ID of a directory, from Kafka's {@code meta.properties}. Assigned when the directory is
 * formatted, and immutable; its prefix {@code footfall} marks the directory as footfall's.
 */
record ClusterIdentity(String clusterId) {
    static final String FILE = "meta.properties";
    /** The listener of the controller. */
    static final String CONTROLLER = "CONTROLLER";

    static final int NODE_ID = 1;
    private static final String PREFIX = "footfall";

    /** Empty when the directory is not formatted; throws when another program formatted it. */
    static Optional<ClusterIdentity> read(Path directory) throws IOException {
        var file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var found = new Properties();
        try (var reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            found.load(reader);
        } catch (IllegalArgumentException e) {
            throw BrokerUnavailable.damaged(directory, FILE + " cannot be read: " + e.getMessage());
        }
        return Optional.of(checked(directory, found));
    }

    private static ClusterIdentity checked(Path directory, Properties found) {
        var clusterId = found.getProperty("cluster.id");
        var nodeId = found.getProperty("node.id");
        if (clusterId == null || nodeId == null) {
            throw BrokerUnavailable.damaged(directory, FILE + " has no cluster.id and node.id");
        }
        if (!clusterId.startsWith(PREFIX) || !nodeId.equals(Integer.toString(NODE_ID))) {
            throw BrokerUnavailable.notOurs(directory, FILE + " names cluster " + clusterId + ", node " + nodeId);
        }
        return new ClusterIdentity(clusterId);
    }

    /**
     * Formats the directory; {@code meta.properties} is written last and atomically, so an interrupted format
     * has none.
     */
    static ClusterIdentity format(Path directory) {
        var identity = new ClusterIdentity(PREFIX + Uuid.randomUuid().toString().substring(PREFIX.length()));
        var formatter = new Formatter()
                .setClusterId(identity.clusterId())
                .setNodeId(NODE_ID)
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setControllerListenerName(CONTROLLER)
                .addDirectory(directory.toString())
                .setMetadataLogDirectory(directory.toString())
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        try {
            formatter.run();
        } catch (Exception e) { // declared by Kafka as just that
            throw BrokerUnavailable.notStarted(directory, e);
        }
        return identity;
    }
}
