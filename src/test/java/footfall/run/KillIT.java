package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.EmbeddedBroker;
import footfall.testkit.ChildJava;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.ManySessions;
import footfall.testkit.Revisions;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.topology.CommittedReader;
import footfall.wire.Channels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole {@code up --once} killed as {@code kill -9} does, at random points, and started again until
 * it ends: the turns are those of the files. {@code -Dfootfall.kills} says how often, {@code
 * -Dfootfall.seed} at which points.
 */
@LongSuite
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class KillIT {
    private static final int KILLS = Integer.getInteger("footfall.kills", 3);
    private static final int KILLS_A_ROUND = 3;
    private static final Duration START_MAX = Duration.ofSeconds(60);
    private static final Duration DUMP_MAX = Duration.ofSeconds(3);
    private static final Path CORPUS = Path.of("..", "shared", "corpus", "projects");

    /** After which a kill strikes: while lines are sent, while turns are made, before anything runs. */
    private static final List<String> PHASES = List.of(
            "starting the broker", "starting the topology", "reading transcripts", "waiting for the last turns");

    @TempDir
    Path folder;

    @Test
    void killedAtAnyPointAndStartedAgainItGivesTheTurnsOfTheFiles() throws Exception {
        long seed = Long.getLong("footfall.seed", System.nanoTime());
        System.out.println("-Dfootfall.seed=" + seed);
        var random = new Random(seed);
        var transcripts = transcripts();
        var expected = TurnText.of(
                Shipment.below(transcripts, Shipment.BOX).turns(Story.RULES).values());
        int kills = 0;
        for (int round = 0; kills < KILLS; round++) {
            var data = folder.resolve("round" + round);
            for (int i = 0; i < KILLS_A_ROUND && kills < KILLS; i++) {
                kills += runAndKill(data, transcripts, random) ? 1 : 0;
            }
            run(data, transcripts);
            assertHolds(data, expected);
        }
    }

    private Path transcripts() throws IOException {
        if (Files.isDirectory(CORPUS)) {
            return CORPUS;
        }
        return ManySessions.write(folder.resolve("projects"), 100, 10);
    }

    /** Whether it was killed before it ended. */
    private boolean runAndKill(Path data, Path transcripts, Random random) throws Exception {
        var phases = Files.createTempFile(folder, "phases", ".txt");
        var phase = PHASES.get(random.nextInt(PHASES.size()));
        int millis = random.nextInt(phase.startsWith("waiting") ? 400 : 1_500);
        var process = start(data, transcripts, phases);
        try {
            Awaitility.await()
                    .atMost(START_MAX)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !process.isAlive() || Files.readString(phases).contains(phase));
            var ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
            System.out.println((ended ? "ended before " : "killed ") + millis + " ms after " + phase);
            assertThat(ended ? process.exitValue() : 0).as(this::childLog).isZero();
            return !ended;
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    private void run(Path data, Path transcripts) throws Exception {
        var process = start(data, transcripts, Files.createTempFile(folder, "phases", ".txt"));
        try {
            boolean isOver = process.waitFor(START_MAX.toSeconds() * 3, TimeUnit.SECONDS);
            if (!isOver) {
                dumpThreads(process);
            }
            assertThat(isOver).as(this::childLog).isTrue();
            assertThat(process.exitValue()).as(this::childLog).isZero();
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Into its log: where it stands still. */
    private static void dumpThreads(Process process) throws Exception {
        new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid()))
                .start()
                .waitFor();
        process.waitFor(DUMP_MAX.toSeconds(), TimeUnit.SECONDS);
    }

    private String childLog() {
        try {
            return Files.readString(folder.resolve("child.log"));
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private Process start(Path data, Path transcripts, Path phases) throws IOException {
        var command = ChildJava.command("-Xmx512m");
        command.addAll(List.of(OnceMain.class.getName(), data.toString(), transcripts.toString(), phases.toString()));
        var log = folder.resolve("child.log").toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
                .start();
    }

    private static void assertHolds(Path data, Map<String, String> expected) {
        try (var broker = EmbeddedBroker.start(OnceMain.broker(data))) {
            var committed = new CommittedReader(broker.client(), Channels.PREFIX);
            assertThat(TurnText.of(Cluster.turns(committed))).containsExactlyEntriesOf(expected);
            Revisions.assertOneContentEach(committed);
        }
    }
}
