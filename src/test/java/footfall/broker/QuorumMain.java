package footfall.broker;

import footfall.broker.BrokerDirectory.ClusterIdentity;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * One of three brokers, which are the controllers too, in a process of its own. Two of them can commit; one alone
 * still answers. It ends with its parent.
 */
public final class QuorumMain {
    static final int BROKERS = 3;

    private static final int ADVERTISED = 0;
    private static final int CLIENT = 1;
    private static final int INTERNAL = 2;
    private static final int CONTROLLER = 3;
    private static final String CLUSTER = "footfallQuorumOfThree0";
    private static final Map<String, String> LIKE_A_CLUSTER = Map.ofEntries(
            Map.entry("process.roles", "broker,controller"),
            Map.entry("controller.listener.names", ClusterIdentity.CONTROLLER),
            Map.entry("default.replication.factor", "3"),
            Map.entry("min.insync.replicas", "2"),
            Map.entry("offsets.topic.replication.factor", "3"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "3"),
            Map.entry("transaction.state.log.min.isr", "2"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("num.network.threads", "2"),
            Map.entry("num.io.threads", "2"),
            Map.entry("log.index.size.max.bytes", Integer.toString(512 << 10)),
            Map.entry("log.message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE)),
            Map.entry("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20)));

    private QuorumMain() {}

    /**
     * The folder; the number, from 1 on; and the ports of all three: those that clients are to use, and those at which
     * they listen for clients, for the other brokers, and for controllers; then properties of its own, as KEY=VALUE.
     */
    public static void main(String[] arguments) throws Exception {
        var folder = Path.of(arguments[0]);
        int number = Integer.parseInt(arguments[1]);
        if (!Files.exists(folder.resolve(ClusterIdentity.FILE))) {
            format(folder, number);
        }
        var properties = new HashMap<>(LIKE_A_CLUSTER);
        var voters = IntStream.rangeClosed(1, BROKERS)
                .mapToObj(one -> one + "@" + address(arguments, CONTROLLER, one))
                .collect(Collectors.joining(","));
        var internal = "INTERNAL://" + address(arguments, INTERNAL, number);
        properties.put("node.id", Integer.toString(number));
        properties.put("log.dirs", folder.toString());
        properties.put("controller.quorum.voters", voters);
        properties.put(
                "listeners",
                "CLIENT://" + address(arguments, CLIENT, number) + "," + internal + "," + ClusterIdentity.CONTROLLER
                        + "://" + address(arguments, CONTROLLER, number));
        properties.put("advertised.listeners", "CLIENT://" + address(arguments, ADVERTISED, number) + "," + internal);
        properties.put("inter.broker.listener.name", "INTERNAL");
        properties.put(
                "listener.security.protocol.map",
                "CLIENT:PLAINTEXT,INTERNAL:PLAINTEXT," + ClusterIdentity.CONTROLLER + ":PLAINTEXT");
        Arrays.stream(arguments)
                .skip(2 + 4 * BROKERS)
                .map(property -> property.split("=", 2))
                .forEach(property -> properties.put(property[0], property[1]));
        new KafkaRaftServer(new KafkaConfig(properties, false), Time.SYSTEM).startup();
        var gone = new CountDownLatch(1);
        ProcessHandle.current().parent().orElseThrow().onExit().thenRun(gone::countDown);
        gone.await();
        System.exit(0);
    }

    private static String address(String[] arguments, int kind, int number) {
        return EmbeddedBroker.ServerProperties.bootstrapServers(
                Integer.parseInt(arguments[1 + kind * BROKERS + number]));
    }

    private static void format(Path folder, int number) throws Exception {
        new Formatter()
                .setClusterId(CLUSTER)
                .setNodeId(number)
                .setReleaseVersion(MetadataVersion.latestProduction())
                .setControllerListenerName(ClusterIdentity.CONTROLLER)
                .addDirectory(folder.toString())
                .setMetadataLogDirectory(folder.toString())
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .run();
    }
}
