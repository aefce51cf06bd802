package footfall.broker;

import footfall.testkit.ChildJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;

/** An embedded broker in a process of its own, so that it can be killed. Closing kills it. */
final class ChildBroker implements AutoCloseable {
    private static final Duration START_TIME_MAX = Duration.ofSeconds(60);

    private final Process process;
    private final Path directory;

    private ChildBroker(Process process, Path directory) {
        this.process = process;
        this.directory = directory;
    }

    /** What the child does: start, stay until killed or its parent is gone. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var parent = ProcessHandle.current().parent().orElseThrow();
        var broker = EmbeddedBroker.start(BrokerSettings.in(Path.of(arguments[0])));
        var gone = new CountDownLatch(1);
        parent.onExit().thenRun(gone::countDown);
        gone.await();
        broker.close();
    }

    /** Runs over the directory; the other one takes its output. */
    static ChildBroker start(Path directory, Path scratch) throws IOException {
        var log = Files.createTempFile(scratch, "child", ".log");
        var command = ChildJava.command();
        command.addAll(List.of(ChildBroker.class.getName(), directory.toString()));
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new ChildBroker(process, directory);
    }

    /** Waits until the child's broker has started; how its clients reach it. */
    Map<String, String> client() {
        return Awaitility.await()
                .atMost(START_TIME_MAX)
                .failFast("the child ended", () -> !process.isAlive())
                .until(() -> ClientProperties.read(directory), Optional::isPresent)
                .orElseThrow();
    }

    long pid() {
        return process.pid();
    }

    /** As {@code kill -9} does; returns when the process is gone. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** As when the machine sleeps; returns when it is awake again. */
    void standStill(Duration time) throws IOException {
        var pid = pid();
        new ProcessBuilder("sh", "-c", "kill -STOP " + pid + " && sleep " + time.toSeconds() + " && kill -CONT " + pid)
                .inheritIO()
                .start()
                .onExit()
                .join();
    }

    @Override
    public void close() {
        kill();
    }
}
