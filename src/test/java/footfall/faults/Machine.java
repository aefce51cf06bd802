package footfall.faults;

import footfall.testkit.ChildJava;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** One process of a role, which may be killed, suspended, and started again. Closing kills it. */
final class Machine implements AutoCloseable {
    /** How long a process may take to end after SIGTERM. */
    private static final long END_S = 90;

    private static final int SIGTERM = 143;

    /** What a processor prints when it has started. */
    private static final String READY = "stops it";

    private static final Pattern URL = Pattern.compile("(?<=the API, metrics and health at )http://\\S+");

    /** What a Connect worker exits with when its start fails. */
    private static final int WORKER_FAILED = 2;

    private static final int LAST_LINES = 60;

    enum Role {
        BROKER(256),
        STREAM(256),
        SHIP(96),
        RELAY(96),
        /** The Connect worker of the sink. */
        SINK(256),
        /** The command {@code forget}, which ends by itself. */
        FORGET(96);

        private final int heapMebibytes;

        Role(int heapMebibytes) {
            this.heapMebibytes = heapMebibytes;
        }

        /** An option of Java. */
        String heap() {
            return "-Xmx" + heapMebibytes + "m";
        }

        /** The command of a process of this build. {@code arguments}: the main class and its own. */
        List<String> java(List<String> arguments) {
            var command = ChildJava.command(heap());
            command.addAll(arguments);
            return command;
        }

        /** That of a name. */
        static Role of(String name) {
            return valueOf(name.replaceFirst("-.*", "").toUpperCase(Locale.ROOT));
        }

        /** The name of a machine. */
        String number(int number) {
            return name().toLowerCase(Locale.ROOT) + "-" + number;
        }
    }

    private final Role role;
    private final String name;
    private final Path log;
    private final List<String> command;
    private final Map<String, String> environment;
    private Process process;
    private long logged;
    private boolean isWanted;
    private boolean isFull;
    private boolean wasFull;

    /** {@code folder}: receives everything that it prints. */
    Machine(Role role, int number, Path folder, List<String> command, Map<String, String> environment) {
        this.role = role;
        this.name = role.number(number);
        this.log = folder.resolve(name + ".log");
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
    }

    Role role() {
        return role;
    }

    String name() {
        return name;
    }

    /** Has no effect while it runs. */
    void start() throws IOException {
        if (isAlive()) {
            return;
        }
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        logged = Files.exists(log) ? Files.size(log) : 0;
        process = builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        isWanted = true;
        wasFull = isFull;
    }

    /** Its disk is full from now on, or has room again. */
    void diskIsFull(boolean isFullNow) {
        isFull = isFullNow;
        wasFull |= isFull;
    }

    boolean isFull() {
        return isFull;
    }

    /** Whether its disk explains that it ended: Kafka halts its process, and footfall says which disk it is. */
    private boolean endedByFullDisk() {
        return wasFull && exitCode() == 1 && (role == Role.BROKER || says("No space left on device"));
    }

    boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Whether it ended without being asked to. */
    boolean hasEnded() {
        return isWanted && !isAlive();
    }

    /** What is wrong when nothing explains that it ended. */
    String unexplainedEnd() {
        return name + " ended by itself with " + exitCode() + ": " + said();
    }

    /** Why it may have ended by itself; null when nothing explains it. */
    String explanation() {
        if (endedByFullDisk()) {
            return "its disk was full";
        }
        return startedWithoutBroker() ? "no broker answered its start" : null;
    }

    /** A Connect worker that finds no cluster at its start ends, and says so; later it waits for the broker. */
    private boolean startedWithoutBroker() {
        return role == Role.SINK
                && exitCode() == WORKER_FAILED
                && says("Failed to connect to and describe Kafka cluster");
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Waits for the end of a process that ends by itself. */
    int awaitExit() throws InterruptedException {
        if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
            throw new AssertionError(name + " did not end within " + END_S + " s: " + said());
        }
        isWanted = false;
        return exitCode();
    }

    /** SIGSTOP or SIGCONT; a process that has ended gets none. */
    void signal(String signal) throws IOException, InterruptedException {
        if (isAlive()) {
            new ProcessBuilder("/bin/kill", signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
        }
    }

    /** As {@code kill -9} does. Fails if it had ended by itself, which the kill would hide. */
    void killRunning() {
        if (hasEnded() && explanation() == null) {
            throw new AssertionError(
                    name + " had ended by itself with " + exitCode() + " before it was killed: " + said());
        }
        kill();
    }

    /** As {@code kill -9} does, whether it runs or not. */
    void kill() {
        isWanted = false;
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    /** As {@code kill} does; it must end by that signal, and soon. */
    void stop() throws IOException, InterruptedException {
        if (!isAlive()) {
            return;
        }
        isWanted = false;
        signal("-CONT");
        process.destroy();
        if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
            signal("-QUIT");
            process.waitFor(2, TimeUnit.SECONDS);
            throw new AssertionError(name + " did not end within " + END_S + " s of SIGTERM: " + said());
        }
        if (exitCode() != SIGTERM && explanation() == null) {
            throw new AssertionError(name + " ended with " + exitCode() + " after SIGTERM: " + said());
        }
    }

    /** What it printed since its last start; the last lines of that. */
    String said() {
        var lines = all().split("\n");
        return String.join("\n", Arrays.asList(lines).subList(Math.max(0, lines.length - LAST_LINES), lines.length));
    }

    /** Whether a processor has started. */
    boolean isReady() {
        return says(READY);
    }

    /** Where a processor serves its API, once it has said so. */
    Optional<String> url() {
        return URL.matcher(all()).results().map(MatchResult::group).findFirst();
    }

    private boolean says(String text) {
        return all().contains(text);
    }

    private String all() {
        try (var in = Files.newInputStream(log)) {
            in.skipNBytes(logged);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
