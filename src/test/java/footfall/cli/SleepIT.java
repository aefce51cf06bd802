package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine that sleeps: {@code up} is stopped by SIGSTOP at random moments, its start included, while lines
 * flow, and continued. It processes what comes after, and ends in order. {@code -Dfootfall.sleeps} says how
 * often, {@code -Dfootfall.sleep.min} and {@code -Dfootfall.sleep.max} for how many seconds,
 * {@code -Dfootfall.seed} at which moments, {@code -Dfootfall.load} how many sessions a second are written
 * meanwhile. When it fails it prints the threads of {@code up} and what Kafka's clients logged.
 */
@LongSuite
@Timeout(value = 4, unit = TimeUnit.HOURS)
class SleepIT {
    private static final int SLEEPS = Integer.getInteger("footfall.sleeps", 3);
    private static final double MIN_S = Double.parseDouble(System.getProperty("footfall.sleep.min", "0.1"));
    private static final double MAX_S = Integer.getInteger("footfall.sleep.max", 15);
    private static final int LOAD = Integer.getInteger("footfall.load", 20);
    private static final String KAFKA_LOG = System.getProperty("footfall.kafka.log", "WARN");
    private static final int STARTS_IN = 4;
    private static final int MOMENT_MS = 4_000;

    @TempDir
    Path folder;

    private final List<Long> gaps = new ArrayList<>();

    @BeforeEach
    void thereAreSignals() throws Exception {
        Assumptions.assumeTrue(Path.of("/bin/kill").toFile().canExecute(), "/bin/kill is not installed");
    }

    @Test
    void aSleepAtAnyMomentEndsNothingAndWhatComesAfterIsProcessed() throws Exception {
        long seed = Long.getLong("footfall.seed", System.nanoTime());
        System.out.println("-Dfootfall.seed=" + seed);
        var random = new Random(seed);
        var home = folder.toRealPath();
        session(home, "first");
        var up = start(home);
        try (var load = new Load(home.resolve("agents"))) {
            load.thread.start();
            for (int i = 0; i < SLEEPS; i++) {
                boolean isStart = random.nextInt(STARTS_IN) == 0;
                if (isStart) {
                    assertThat(up.stop().exit()).as(up.err()).isEqualTo(143);
                    up = start(home);
                } else {
                    up.says("stops it");
                }
                sleep(up, random);
                session(home, "after" + i);
                long woken = System.nanoTime();
                up.says("after" + i + ":0");
                note(i + (isStart ? " (start)" : ""), System.nanoTime() - woken);
            }
            assertThat(up.stop().exit()).as(up.err()).isEqualTo(143);
            System.out.println(up.err());
        } catch (AssertionError | ConditionTimeoutException why) {
            System.out.println(up.err());
            System.out.println(up.threads());
            throw why;
        } finally {
            up.close();
        }
        System.out.println(
                "gaps after waking, ms, sorted: " + gaps.stream().sorted().toList());
    }

    private void note(String sleep, long nanos) {
        gaps.add(TimeUnit.NANOSECONDS.toMillis(nanos));
        System.out.println("sleep " + sleep + ": processed again after " + gaps.get(gaps.size() - 1) + " ms");
    }

    private static ChildUp start(Path home) throws IOException {
        return ChildUp.start(
                List.of("/usr/bin/env", "FOOTFALL_KAFKA_LOG=" + KAFKA_LOG),
                home,
                "up",
                "--no-view",
                "--home",
                home.resolve("agents").toString());
    }

    private static void sleep(ChildUp up, Random random) throws Exception {
        pass(Duration.ofMillis(random.nextInt(MOMENT_MS)));
        double seconds = MIN_S * Math.pow(MAX_S / MIN_S, random.nextDouble());
        System.out.println("sleeps for " + Math.round(seconds * 1_000) + " ms");
        signal(up, "-STOP");
        pass(Duration.ofMillis(Math.round(seconds * 1_000)));
        signal(up, "-CONT");
    }

    private static void pass(Duration time) throws InterruptedException {
        new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void signal(ChildUp up, String name) throws Exception {
        assertThat(up.signal(name)).as(up.err()).isZero();
    }

    private static void session(Path home, String name) throws IOException {
        Transcripts.of(home.resolve("agents"), name, "2026-01-05")
                .turn("Read", "Edit")
                .write();
    }

    /** Writes sessions all the time. */
    private static final class Load implements AutoCloseable {
        private final CountDownLatch closed = new CountDownLatch(1);
        private final Path agents;
        private final Thread thread = new Thread(this::run, "load");

        Load(Path agents) {
            this.agents = agents;
        }

        private void run() {
            try {
                for (int i = 0; LOAD > 0 && !closed.await(1_000 / LOAD, TimeUnit.MILLISECONDS); i++) {
                    Transcripts.of(agents, "load" + i, "2026-01-05")
                            .turn("Read", "Edit", "Bash")
                            .write();
                }
            } catch (IOException | InterruptedException why) {
                throw new IllegalStateException(why);
            }
        }

        @Override
        public void close() {
            closed.countDown();
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
