package footfall.broker;

import static java.util.Map.entry;

import java.util.HashMap;
import java.util.Map;

/**
 * The settings of one broker on a laptop: single-node, on loopback, closed to other users, small, and quick
 * to start and recover.
 */
final class ServerProperties {
    private static final String CLIENT = "CLIENT";
    private static final String HOST = "127.0.0.1";

    /** A record of 1 MiB plus key, headers and batch header. */
    private static final int MESSAGE_BYTES_MAX = (1 << 20) + (64 << 10);

    private static final Map<String, String> ALONE = Map.ofEntries(
            entry("process.roles", "broker,controller"),
            entry("node.id", Integer.toString(ClusterIdentity.NODE_ID)),
            entry("controller.listener.names", ClusterIdentity.CONTROLLER),
            entry("inter.broker.listener.name", CLIENT),
            entry("auto.create.topics.enable", "false"),
            entry("default.replication.factor", "1"),
            entry("min.insync.replicas", "1"),
            entry("offsets.topic.replication.factor", "1"),
            entry("transaction.state.log.replication.factor", "1"),
            entry("transaction.state.log.min.isr", "1"),
            entry("share.coordinator.state.topic.replication.factor", "1"),
            entry("share.coordinator.state.topic.min.isr", "1"),
            // A record keeps the timestamp of the record that caused it, which may be in the future after the
            // clock was set back.
            entry("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE)),
            entry("message.max.bytes", Integer.toString(MESSAGE_BYTES_MAX)));

    /**
     * A broker that misses its session has no partitions until its next heartbeat, and nothing is created or
     * sent: a short pause of the machine must not cause that.
     */
    private static final String SESSION_MS = "9000";

    /** A start after kill -9 waits for the session timeout of the killed broker. */
    private static final String SESSION_MS_AFTER_KILL = "1000";

    /** A heartbeat takes a dozen threads a turn each, so it is as rare as the session allows. */
    private static final String HEARTBEAT_MS = "2000";

    private static final String HEARTBEAT_MS_AFTER_KILL = "200";

    /**
     * After kill -9, the only replica may not count as in sync; no other replica can be ahead, so it may be
     * elected.
     */
    private static final Map<String, String> QUICK = Map.ofEntries(
            entry("controlled.shutdown.enable", "true"),
            entry("unclean.leader.election.enable", "true"),
            // Kafka's limit would end while the machine sleeps; EmbeddedBroker holds one that does not.
            entry("server.max.startup.time.ms", Long.toString(Long.MAX_VALUE)),
            entry("group.initial.rebalance.delay.ms", "0"),
            entry("offsets.topic.num.partitions", "2"),
            entry("transaction.state.log.num.partitions", "2"),
            entry("share.coordinator.state.topic.num.partitions", "1"));

    /**
     * Small segments, because a start after kill -9 reads each last segment again, and retention deletes whole
     * segments.
     */
    private static final Map<String, String> SMALL = Map.ofEntries(
            entry("log.segment.bytes", Integer.toString(16 << 20)),
            entry("log.index.size.max.bytes", Integer.toString(512 << 10)),
            entry("log.retention.check.interval.ms", "60000"),
            entry("log.cleaner.threads", "1"),
            entry("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20)),
            entry("metadata.log.segment.bytes", Integer.toString(16 << 20)),
            entry("offsets.topic.segment.bytes", Integer.toString(4 << 20)),
            entry("transaction.state.log.segment.bytes", Integer.toString(4 << 20)),
            entry("num.network.threads", "2"),
            entry("num.io.threads", "2"),
            entry("num.recovery.threads.per.data.dir", "2"),
            entry("background.threads", "2"),
            entry("group.coordinator.threads", "1"),
            entry("share.coordinator.threads", "1"));

    /**
     * At rest, the log of metadata gets one record in 30 s. High-water marks are written rarely: the only replica
     * has everything, so it moves its mark to its end when it starts.
     */
    private static final Map<String, String> RESTING = Map.of(
            "metadata.max.idle.interval.ms", "30000",
            "replica.high.watermark.checkpoint.interval.ms", "60000",
            "log.flush.offset.checkpoint.interval.ms", "300000",
            "log.flush.start.offset.checkpoint.interval.ms", "300000");

    private ServerProperties() {}

    static Map<String, String> of(BrokerDirectory directory, Listeners listeners, Map<String, String> overrides) {
        var properties = new HashMap<String, String>();
        boolean wasKilled = directory.wasKilled();
        properties.put("broker.session.timeout.ms", wasKilled ? SESSION_MS_AFTER_KILL : SESSION_MS);
        properties.put("broker.heartbeat.interval.ms", wasKilled ? HEARTBEAT_MS_AFTER_KILL : HEARTBEAT_MS);
        properties.putAll(QUICK);
        properties.putAll(SMALL);
        properties.putAll(RESTING);
        properties.putAll(ALONE);
        properties.putAll(overrides);
        properties.putAll(directory.credentials().server(CLIENT, ClusterIdentity.CONTROLLER));
        properties.put("log.dirs", directory.path().toString());
        var client = address(CLIENT, listeners.client());
        properties.put("listeners", client + "," + address(ClusterIdentity.CONTROLLER, listeners.controller()));
        properties.put("advertised.listeners", client);
        properties.put(
                "controller.quorum.voters", ClusterIdentity.NODE_ID + "@" + bootstrapServers(listeners.controller()));
        return Map.copyOf(properties);
    }

    static String bootstrapServers(int port) {
        return HOST + ":" + port;
    }

    private static String address(String listener, int port) {
        return listener + "://" + bootstrapServers(port);
    }
}
