package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.redact.Identity;
import footfall.testkit.ChildJava;
import footfall.testkit.FakeClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** {@code footfall ship} in a process of its own, over one data folder; it may be started again and again. */
final class ShipProcess implements AutoCloseable {
    /** What its lines say of their origin. */
    static final Identity NOBODY = new Identity(null, null);

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path data;
    private final List<String> options;
    private final Map<String, String> environment = new HashMap<>();
    private Process process;

    /** {@code data} is made; what it prints goes beside it. */
    ShipProcess(Path data, Path home, String prefix, List<String> options) {
        this.data = data;
        this.options = new ArrayList<>(options);
        this.options.addAll(List.of("--home", home.toString()));
        for (var setting : List.of(
                "data_dir=" + data,
                "topic_prefix=" + prefix,
                "identity_host=off",
                "identity_user=off",
                "rescan_interval=1s")) {
            this.options.addAll(List.of("--set", setting));
        }
    }

    /** It prints all that Kafka's clients say. */
    ShipProcess talkative() {
        environment.put("FOOTFALL_KAFKA_LOG", "DEBUG");
        return this;
    }

    /** It sees another clock. */
    ShipProcess by(FakeClock clock) {
        environment.putAll(clock.environment());
        return this;
    }

    ShipProcess start(String... more) throws IOException {
        var command = ChildJava.command("-Xmx128m");
        command.addAll(List.of("footfall.cli.Main", "ship"));
        command.addAll(options);
        command.addAll(List.of(more));
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(Map.of("HOME", data.getParent().toString(), "FOOTFALL_KAFKA_LOG", "OFF"));
        builder.environment().putAll(environment);
        process = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(out().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(err().toFile()))
                .start();
        return this;
    }

    Path out() {
        return data.resolveSibling(data.getFileName() + ".out");
    }

    Path err() {
        return data.resolveSibling(data.getFileName() + ".err");
    }

    String said() {
        try {
            return Files.readString(err());
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /** Waits so long, or until it ends; whether it runs. */
    boolean runsFor(int millis) throws InterruptedException {
        return !process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** As {@code kill -9} does. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** As {@code kill} does; it must end. */
    void stop() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(this::said)
                .isTrue();
    }

    /** Waits for its end; its exit code. */
    int end() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(this::said)
                .isTrue();
        return process.exitValue();
    }

    /** A question about what it last wrote of itself. */
    interface Question {
        boolean isTrueOf(JsonNode status);
    }

    void await(Question question) {
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            assertThat(process.isAlive()).as(this::said).isTrue();
            var status = status();
            return status != null && question.isTrueOf(status);
        });
    }

    /** Waits until all of so many files is acknowledged. */
    void awaitShipped(int files) {
        await(status -> status.get("files").asInt() == files
                && status.get("bytes_behind").asLong() == 0
                && !status.hasNonNull("waits_for"));
    }

    /** What this start of it wrote, else null. */
    private JsonNode status() throws IOException {
        var file = data.resolve("ship/status.json");
        if (!Files.exists(file)) {
            return null;
        }
        var status = JSON.readTree(Files.readAllBytes(file));
        return status.get("pid").asLong() == process.pid() ? status : null;
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }
}
