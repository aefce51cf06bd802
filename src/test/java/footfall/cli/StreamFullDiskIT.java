package footfall.cli;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TinyDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A {@code stream} whose disk fills while the broker's does not, and a second one on its folder. */
@LongSuite
@Timeout(900)
class StreamFullDiskIT {
    private static final int DISK_MEBIBYTES = 64;

    @TempDir
    Path folder;

    private ChildUp stream(int port, Path state) throws Exception {
        return ChildUp.stream(folder, port, "full.", state);
    }

    private static List<Shipment.Sent> sessions(String name, int count) {
        var sent = new ArrayList<Shipment.Sent>();
        for (int i = 0; i < count; i++) {
            sent.addAll(Shipment.of(session(name + i)
                            .prompt(0, "go")
                            .assistant(1, "m1", use("Read", "t1"))
                            .duration(2, 10))
                    .records());
        }
        return sent;
    }

    @Test
    void aFullDiskIsSaidAndTheNextStartContinues() throws Exception {
        int port = Ports.free();
        try (var disk = TinyDisk.mounted(folder.resolve("disk"), DISK_MEBIBYTES);
                var cluster = Cluster.start(folder, port)) {
            var footfall = cluster.footfall("full", 1, Story.RULES).send(sessions("a", 1));
            var state = disk.path().resolve("state");
            Path ballast;
            try (var stream = stream(port, state)) {
                stream.says(" a0:0");
                ballast = disk.fill(DISK_MEBIBYTES);
                footfall.send(sessions("b", 20_000));
                assertThat(stream.exit()).as(stream.err()).isEqualTo(1);
                assertThat(stream.err())
                        .contains(
                                "footfall: the disk of the stores is full: ",
                                "No space left on device",
                                "; free disk space and start again; nothing is lost");
            }
            Files.delete(ballast);
            try (var stream = stream(port, state)) {
                stream.says(" b19999:0");
            }
        }
    }

    @Test
    void aDiskThatIsFullAtTheStartIsSaid() throws Exception {
        int port = Ports.free();
        try (var disk = TinyDisk.mounted(folder.resolve("disk"), DISK_MEBIBYTES);
                var cluster = Cluster.start(folder, port)) {
            cluster.footfall("full", 1, Story.RULES).send(sessions("a", 1));
            disk.fill(DISK_MEBIBYTES);
            try (var stream = stream(port, disk.path().resolve("state"))) {
                assertThat(stream.exit()).as(stream.err()).isEqualTo(1);
                assertThat(stream.err())
                        .isEqualTo("footfall: cannot write state stores to "
                                + disk.path().resolve("state")
                                + ": No space left on device; choose another folder with --state\n");
            }
        }
    }

    @Test
    void aSecondOneOnTheFolderEndsAndNamesTheFirst() throws Exception {
        int port = Ports.free();
        try (var cluster = Cluster.start(folder, port)) {
            cluster.footfall("full", 1, Story.RULES);
            var state = folder.resolve("state");
            try (var first = stream(port, state).says("stops it");
                    var second = stream(port, state)) {
                assertThat(second.exit()).as(second.err()).isEqualTo(1);
                assertThat(second.err())
                        .contains(
                                "footfall: " + state + " is in use by another footfall (",
                                "pid " + first.pid(),
                                "; stop it, or choose another folder with --state");
            }
        }
    }
}
