package footfall.broker;

import footfall.testkit.ChildJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Three brokers in processes of their own, which are killed and started by their number, from 0 on. */
public final class Quorum implements AutoCloseable {
    private static final int FIRST_PORT = 31_000;
    private static final int PORTS = 2 * QuorumMain.BROKERS;

    private final Path folder;
    private final List<Integer> ports;
    private final Process[] brokers = new Process[QuorumMain.BROKERS];

    private Quorum(Path folder, List<Integer> ports) {
        this.folder = folder;
        this.ports = ports;
    }

    public static Quorum start(Path folder) throws IOException {
        // Below those that the system hands out, and of each process its own.
        int first = FIRST_PORT + (int) (ProcessHandle.current().pid() % 150) * PORTS;
        var quorum =
                new Quorum(folder, IntStream.range(first, first + PORTS).boxed().toList());
        for (int broker = 0; broker < QuorumMain.BROKERS; broker++) {
            quorum.start(broker);
        }
        return quorum;
    }

    public void start(int broker) throws IOException {
        var command = new ArrayList<>(ChildJava.command("-Xmx192m"));
        command.addAll(List.of(
                QuorumMain.class.getName(), folder.resolve("broker-" + broker).toString(), "" + (broker + 1)));
        ports.forEach(port -> command.add(Integer.toString(port)));
        Files.createDirectories(folder.resolve("broker-" + broker));
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
        return Map.of(
                "bootstrap.servers",
                ports.subList(0, QuorumMain.BROKERS).stream()
                        .map(port -> "127.0.0.1:" + port)
                        .collect(Collectors.joining(",")));
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
