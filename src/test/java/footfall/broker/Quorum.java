package footfall.broker;

import footfall.testkit.ChildJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;

/** Three brokers in processes of their own, which are killed and started by their number, from 0 on. */
public final class Quorum implements AutoCloseable {
    private static final int FIRST_PORT = 31_000;
    private static final int PORTS = 3 * QuorumMain.BROKERS;

    private final Path folder;
    private final List<Integer> ports;
    private final List<String> properties;
    private final Process[] brokers = new Process[QuorumMain.BROKERS];

    private Quorum(Path folder, List<Integer> ports, List<String> properties) {
        this.folder = folder;
        this.ports = ports;
        this.properties = properties;
    }

    /** {@code properties}: of each broker, as KEY=VALUE. */
    public static Quorum start(Path folder, String... properties) throws IOException {
        // Below those that the system hands out, and of each process its own.
        int first = FIRST_PORT + (int) (ProcessHandle.current().pid() % 150) * PORTS;
        var quorum =
                new Quorum(folder, IntStream.range(first, first + PORTS).boxed().toList(), List.of(properties));
        for (int broker = 0; broker < QuorumMain.BROKERS; broker++) {
            quorum.start(broker);
        }
        return quorum;
    }

    /**
     * The main class and arguments of a broker by its number, from 0 on. {@code advertised}: the ports that clients are
     * to use, which may be those of a proxy; {@code own}: three of each broker.
     */
    public static List<String> arguments(Path folder, int broker, List<Integer> advertised, List<Integer> own) {
        var arguments = new ArrayList<>(List.of(QuorumMain.class.getName(), folder.toString(), "" + (broker + 1)));
        Stream.of(advertised, own).flatMap(List::stream).forEach(port -> arguments.add(Integer.toString(port)));
        return arguments;
    }

    public void start(int broker) throws IOException {
        var command = new ArrayList<>(ChildJava.command("-Xmx192m"));
        var own = folder.resolve("broker-" + broker);
        command.addAll(arguments(own, broker, ports.subList(0, QuorumMain.BROKERS), ports));
        command.addAll(properties);
        Files.createDirectories(own);
        brokers[broker] = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("broker-" + broker + ".log").toFile()))
                .start();
    }

    /** As {@code kill -9} does. */
    public void kill(int broker) {
        brokers[broker].destroyForcibly().onExit().join();
    }

    public Map<String, String> client() {
        return client(ports.subList(0, QuorumMain.BROKERS));
    }

    /** For the ports that clients are to use. */
    public static Map<String, String> client(List<Integer> advertised) {
        return Map.of(
                "bootstrap.servers",
                advertised.stream()
                        .map(EmbeddedBroker.ServerProperties::bootstrapServers)
                        .collect(Collectors.joining(",")));
    }

    /** Waits for as many brokers as the topics need. */
    public static void create(Map<String, String> client, List<TopicSpec> topics) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(TopicsFailed.class)
                .until(() -> {
                    try (var cluster = Topics.of(client, Duration.ofSeconds(20))) {
                        cluster.create(topics);
                    }
                    return true;
                });
    }

    /** Whether every replica of these topics has caught up. */
    public boolean isInSync(Map<String, String> client, List<TopicSpec> topics) throws Exception {
        try (var admin = Admin.create(Map.copyOf(client))) {
            var names = topics.stream().map(TopicSpec::name).toList();
            return admin.describeTopics(names).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(partition -> partition.isr().size() == QuorumMain.BROKERS);
        }
    }

    @Override
    public void close() {
        for (int broker = 0; broker < brokers.length; broker++) {
            if (brokers[broker] != null) {
                kill(broker);
            }
        }
    }
}
