package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.KnownCredentials;
import footfall.testkit.ChildJava;
import footfall.testkit.Cluster;
import footfall.testkit.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A footfall in a process and a home of its own. Closing kills it. */
final class ChildUp implements AutoCloseable {
    /** A bound for hanging processes, not an expectation: with a load of 40, the demo needs more than two minutes. */
    static final Duration PATIENCE = Duration.ofMinutes(4);

    private final Process process;
    private final Path out;
    private final Path err;

    private ChildUp(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static ChildUp start(Path home, String... arguments) throws IOException {
        return start(List.of(), home, arguments);
    }

    /** {@code up} over the transcripts in {@code agents} of the home, on free ports. */
    static ChildUp up(Path home, String... more) throws IOException {
        var arguments = new ArrayList<>(
                List.of("up", "--no-view", "--home", home.resolve("agents").toString()));
        arguments.addAll(List.of("--set", "broker_port=" + Ports.free(), "--set", "serve_port=" + Ports.free()));
        arguments.addAll(List.of(more));
        return start(home, arguments.toArray(String[]::new));
    }

    /** What a command prints that succeeds. */
    static String printed(Path home, String... arguments) throws IOException {
        try (var child = start(home, arguments)) {
            assertThat(child.exit()).as(child.err()).isZero();
            return child.out();
        }
    }

    /** {@code stream} with one thread, on the broker in the folder of the home. */
    static ChildUp stream(Path home, int port, String topicPrefix, Path state) throws IOException {
        return stream(ChildJava.classPath(), home, port, topicPrefix, state, Map.of());
    }

    /** The same of another build, with more properties of Kafka's clients, and more arguments. */
    static ChildUp stream(
            String classPath,
            Path home,
            int port,
            String topicPrefix,
            Path state,
            Map<String, String> kafka,
            String... more)
            throws IOException {
        var arguments = new ArrayList<>(List.of("stream", "--no-view"));
        arguments.addAll(KnownCredentials.options(home, Cluster.client(home, port), kafka));
        arguments.addAll(List.of("--threads", "1", "--state", state.toString()));
        arguments.addAll(List.of("--set", "topic_prefix=" + topicPrefix));
        arguments.addAll(List.of(more));
        return start(List.of(), classPath, home, arguments.toArray(String[]::new));
    }

    /** {@code before}: a program that starts the one named behind it. */
    static ChildUp start(List<String> before, Path home, String... arguments) throws IOException {
        return start(before, ChildJava.classPath(), home, arguments);
    }

    /** The same of another build. */
    static ChildUp start(List<String> before, String classPath, Path home, String... arguments) throws IOException {
        var logs = Files.createTempDirectory(home, "said");
        var command = new ArrayList<>(before);
        command.addAll(ChildJava.commandWith(
                classPath, "-Xmx256m", "-Djava.io.tmpdir=" + Files.createDirectories(temporary(home))));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().put("HOME", home.toString());
        var out = logs.resolve("out");
        var err = logs.resolve("err");
        return new ChildUp(
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
    }

    /** Where it has its temporary files. */
    static Path temporary(Path home) {
        return home.resolve("temporary");
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** Sends it a signal such as {@code -STOP}; what {@code kill} ended with. */
    int signal(String name) throws IOException, InterruptedException {
        return new ProcessBuilder("/bin/kill", name, Long.toString(pid()))
                .start()
                .waitFor();
    }

    /** The stacks of its threads; empty when it has ended. */
    String threads() {
        int from = out().length();
        try {
            signal("-QUIT");
        } catch (IOException | InterruptedException why) {
            throw new IllegalStateException(why);
        }
        Awaitility.await().atMost(PATIENCE).until(() -> out().indexOf("Heap\n", from) > 0 || !process.isAlive());
        return out().substring(from);
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    /** Waits until it has said so, on stdout or stderr. */
    ChildUp says(String text) {
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> said(text) || !process.isAlive());
        } catch (ConditionTimeoutException why) {
            throw new AssertionError("no \"" + text + "\" within " + PATIENCE + "; stderr: " + err() + threads(), why);
        }
        if (!said(text)) {
            throw new AssertionError("it ended with " + exit() + " without \"" + text + "\", and said: " + err());
        }
        return this;
    }

    private boolean said(String text) {
        return out().contains(text) || err().contains(text);
    }

    /** Asks it to stop, as {@code kill} does. */
    ChildUp stop() {
        process.destroy();
        return this;
    }

    /** Waits for its end. */
    int exit() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("it did not end, and said: " + err());
            }
            return process.exitValue();
        } catch (InterruptedException why) {
            throw new IllegalStateException(why);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException why) {
            throw new IllegalStateException(why);
        }
    }

    /** As {@code kill -9} does. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
