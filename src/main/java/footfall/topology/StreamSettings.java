package footfall.topology;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Where and how the topology runs. {@code client}: Kafka client properties, at least
 * {@code bootstrap.servers}; they override footfall's. {@code memoryBytes}: native memory shared by all
 * stores.
 */
public record StreamSettings(
        String applicationId, Path stateDirectory, int threads, long memoryBytes, Map<String, String> client) {
    public static final long MEMORY_BYTES = 64L << 20;

    /** The property for the number of standbys of each store, and its value without one in {@code client}. */
    public static final String STANDBYS = "num.standby.replicas";

    public static final String STANDBYS_DEFAULT = "1";

    /**
     * An instance that joins restores its stores in the background before it takes partitions with much state.
     * By Kafka's defaults, two stores at once, and a check every 10 minutes, this takes hours.
     */
    private static final Map<String, String> SHARED = Map.of(
            STANDBYS,
            STANDBYS_DEFAULT,
            "heartbeat.interval.ms",
            "500",
            "max.warmup.replicas",
            "8",
            "probing.rebalance.interval.ms",
            "60000");

    /**
     * The default application ID: the topic prefix without its last dot. If two prefixes shared an ID, they
     * would form one consumer group and take over each other's partitions.
     */
    public static String applicationId(String topicPrefix) {
        return topicPrefix.endsWith(".") && topicPrefix.length() > 1
                ? topicPrefix.substring(0, topicPrefix.length() - 1)
                : topicPrefix;
    }

    public StreamSettings {
        Objects.requireNonNull(applicationId, "applicationId is null");
        Objects.requireNonNull(stateDirectory, "stateDirectory is null");
        if (threads < 1) {
            throw new IllegalArgumentException("threads is below 1");
        }
        client = Map.copyOf(client);
        if (!client.containsKey("bootstrap.servers")) {
            throw new IllegalArgumentException("client has no bootstrap.servers");
        }
    }

    /**
     * The same for an application that several instances share: another instance has a copy of each store. What
     * {@code client} sets stays.
     */
    public StreamSettings shared() {
        var all = new HashMap<>(SHARED);
        all.putAll(client);
        return new StreamSettings(applicationId, stateDirectory, threads, memoryBytes, all);
    }

    boolean isShared() {
        return client.containsKey(STANDBYS);
    }

    /** Whether the instance is a static member of its group: it keeps its partitions when it restarts in time. */
    boolean isStatic() {
        return client.containsKey("group.instance.id");
    }

    /** The address at which other instances ask this one; empty without one. */
    String address() {
        return client.getOrDefault("application.server", "");
    }

    /** These settings with one more property of Kafka's clients. */
    public StreamSettings with(String property, String value) {
        var all = new HashMap<>(client);
        all.put(property, value);
        return new StreamSettings(applicationId, stateDirectory, threads, memoryBytes, all);
    }
}
