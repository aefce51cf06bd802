package footfall.broker;

import footfall.folder.AtomicFile;
import footfall.folder.FolderLock;
import footfall.folder.OwnerOnly;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * The directory of one embedded broker: owned by footfall, writable, with free space, locked, and formatted
 * exactly once. Any other directory is refused unchanged.
 */
final class BrokerDirectory implements AutoCloseable {
    static final long FREE_BYTES_MIN = 256L << 20;
    private static final String LOCK = "footfall.lock";

    /** Left behind by an interrupted start; contains no records, so formatting loses nothing. */
    private static final Set<String> BEFORE_FORMAT =
            Set.of(LOCK, ".lock", ClusterIdentity.FILE + ".tmp", Credentials.FILE, ClientProperties.FILE);

    /** The log of the controller. Formatting writes its first snapshot (KAFKA-19648), and only a start its records. */
    private static final String METADATA = "__cluster_metadata-0";

    private static final String RECORDS = ".log";

    /** Kafka creates it at a clean shutdown and deletes it at the next start. */
    private static final String CLEAN = ".kafka_cleanshutdown";

    private final Path path;
    private final FolderLock lock;
    private final ClusterIdentity identity;
    private final Credentials credentials;
    private final boolean wasKilled;

    private BrokerDirectory(Path path, FolderLock lock, Optional<ClusterIdentity> before) throws IOException {
        this.path = path;
        this.lock = lock;
        this.wasKilled = before.isPresent() && !Files.exists(path.resolve(CLEAN));
        this.identity = before.isPresent() ? before.get() : ClusterIdentity.format(path);
        this.credentials = Credentials.of(path);
    }

    static BrokerDirectory open(Path wanted, long freeBytesMin) {
        try {
            refuseForeign(wanted);
            OwnerOnly.folder(wanted);
            var path = wanted.toRealPath();
            var lock = lock(path);
            try {
                return opened(path, lock, freeBytesMin);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw BrokerUnavailable.notWritable(wanted, e);
        }
    }

    private static FolderLock lock(Path path) throws IOException {
        try {
            return FolderLock.acquire(path, LOCK);
        } catch (FolderLock.FolderInUse why) {
            throw BrokerUnavailable.inUse(path, why.holder());
        }
    }

    private static BrokerDirectory opened(Path path, FolderLock lock, long freeBytesMin) throws IOException {
        var free = freeBytes(path);
        if (free < freeBytesMin) {
            throw BrokerUnavailable.diskFull(path, free, freeBytesMin);
        }
        return new BrokerDirectory(path, lock, ClusterIdentity.read(path));
    }

    private static void refuseForeign(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        if (!Files.isDirectory(path)) {
            throw BrokerUnavailable.notOurs(path, "it is a file");
        }
        if (ClusterIdentity.read(path).isPresent()) {
            return;
        }
        try (var entries = Files.list(path)) {
            var names = entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !BEFORE_FORMAT.contains(name))
                    .sorted()
                    .toList();
            for (var name : names) {
                if (!name.equals(METADATA) || hasRecords(path.resolve(name))) {
                    throw refused(path, name);
                }
            }
        }
    }

    private static boolean hasRecords(Path log) throws IOException {
        try (var files = Files.list(log)) {
            return files.anyMatch(file -> file.toString().endsWith(RECORDS));
        }
    }

    private static BrokerUnavailable refused(Path path, String name) {
        return Files.exists(path.resolve(LOCK))
                ? BrokerUnavailable.damaged(path, ClusterIdentity.FILE + " is missing, but " + name + " exists")
                : BrokerUnavailable.notOurs(path, "it contains " + name);
    }

    Path path() {
        return path;
    }

    ClusterIdentity identity() {
        return identity;
    }

    Credentials credentials() {
        return credentials;
    }

    /** Whether the previous broker was not shut down cleanly. */
    boolean wasKilled() {
        return wasKilled;
    }

    /** The free space of the disk; 0 when it is unknown. */
    long freeBytes() {
        try {
            return freeBytes(path);
        } catch (IOException e) {
            return 0;
        }
    }

    private static long freeBytes(Path path) throws IOException {
        return Files.getFileStore(path).getUsableSpace();
    }

    @Override
    public void close() {
        lock.close();
    }

    /**
     * The single user of an embedded broker and its password: random bytes in a file that only the owner of the
     * directory can read. The password is created once and kept across restarts. SCRAM proves that both sides
     * know it without sending it, so a process that takes over the port of a stopped broker learns nothing from
     * clients. Has no {@code toString}, so that no message contains the password.
     */
    static final class Credentials {
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
                var prefix = "listener.name." + listener.toLowerCase(Locale.ROOT) + "."
                        + MECHANISM.toLowerCase(Locale.ROOT) + ".";
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
            var identity =
                    new ClusterIdentity(PREFIX + Uuid.randomUuid().toString().substring(PREFIX.length()));
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
}
