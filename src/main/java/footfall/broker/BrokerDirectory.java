package footfall.broker;

import footfall.folder.FolderInUse;
import footfall.folder.FolderLock;
import footfall.folder.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

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
        } catch (FolderInUse why) {
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
}
