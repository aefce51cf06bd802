package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.SharedCluster;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a shipper ends: by itself, closed, or for want of its own folder. */
@Timeout(120)
class ShipperEndsIT extends SharedCluster {
    @TempDir
    Path here;

    private Path file;

    @BeforeEach
    void home() throws IOException {
        file = Files.createDirectories(here.resolve("home/projects/-w")).resolve("s1.jsonl");
    }

    private Shipper shipper(String prefix, boolean isOnce, Shipper.CheckpointFactory beginning) throws IOException {
        var footfall = cluster.footfall(prefix, 1, Story.RULES);
        var shipping = new ShipSettings(
                List.of(here.resolve("home")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ofMillis(300),
                Duration.ofMillis(50));
        var settings = new ShipSettings.ShipperSettings(
                shipping,
                here.resolve("data"),
                cluster.client(),
                footfall.settings().prefix(),
                Shipment.BOX,
                Duration.ofMillis(500),
                isOnce);
        return Shipper.start(
                settings, new Shipper.Dependencies(new LocalDisk(), Clock.systemUTC(), said -> {}, beginning));
    }

    private static void awaitEnd(Shipper shipper) throws Exception {
        shipper.end().toCompletableFuture().get(4, TimeUnit.MINUTES);
    }

    /** A file's time may be ahead of the clock, or so near to it that a change could hide behind it. */
    @Test
    void onceSendsAWholeLastLineWithoutItsNewlineWhateverTheFilesTime() throws Exception {
        var lines = session("s1").prompt(1, "go").prompt(2, "on").lines();
        Files.writeString(file, String.join("\n", lines));
        Files.writeString(file.resolveSibling("s2.jsonl"), lines.get(0).substring(0, 20));
        var ahead = FileTime.from(Instant.now().plus(Duration.ofHours(1)));
        Files.setLastModifiedTime(file, ahead);
        Files.setLastModifiedTime(file.resolveSibling("s2.jsonl"), ahead);
        try (var shipper = shipper("once", true, null)) {
            awaitEnd(shipper);
            assertThat(shipper.progress().lines()).isEqualTo(2);
            assertThat(shipper.progress().bytesBehind()).isEqualTo(20);
        }
    }

    @Test
    void aFolderOfItsOwnThatCannotBeUsedIsNamedWithTheWayOut() throws Exception {
        Files.createDirectories(here.resolve("data/checkpoint"));
        try (var shipper = shipper("folder", true, null)) {
            assertThatThrownBy(() -> awaitEnd(shipper))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(ShipperFailed.class)
                    .hasMessageContaining("cannot read or create " + here.resolve("data"))
                    .hasMessageContaining("Is a directory")
                    .hasMessageContaining("--set data_dir=DIR");
        }
    }

    @Test
    void oneThatIsClosedWhileItTouchesTheDiskHasEndedWell() throws Exception {
        var begun = new CountDownLatch(1);
        var shipper = shipper("closed", false, target -> untilInterrupted(begun));
        begun.await();
        shipper.close();
        awaitEnd(shipper);
        assertThat(here.resolve("data/checkpoint")).doesNotExist();
    }

    private Checkpoint untilInterrupted(CountDownLatch begun) throws IOException {
        begun.countDown();
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
        new LocalDisk().write(here.resolve("any"), new byte[1]);
        throw new AssertionError("it was not interrupted");
    }
}
