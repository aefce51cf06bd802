package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.testkit.LongSuite;
import footfall.testkit.TinyDisk;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A world that cannot be started closes what it has opened. */
class WorldTest {
    @TempDir
    Path folder;

    private void assertNotStarted(Class<? extends Exception> why, Fault... faults) {
        assertThatThrownBy(() -> World.start(new FaultProgram(1, 1, 1, List.of(faults)), folder))
                .isInstanceOf(why);
    }

    private List<String> mounts() throws IOException {
        return Files.readAllLines(Path.of("/proc/mounts")).stream()
                .filter(line -> line.contains(folder.toString()))
                .toList();
    }

    private static boolean hasProxy() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("proxy-accept"));
    }

    @Test
    void noDiskStaysMountedWhenTheNextOneCannotBeMounted() throws Exception {
        assumeTrue(TinyDisk.isPossible(folder.resolve("disk")), "no file system may be mounted here");
        assertNotStarted(
                IllegalArgumentException.class,
                new Fault(Fault.Kind.FILL, "stream-0", 1),
                new Fault(Fault.Kind.FILL, "unknown-0", 1));
        assertThat(mounts()).isEmpty();
    }

    @Test
    void noProxyListensWhenTheFolderOfTheBrokerCannotBeMade() throws Exception {
        Files.writeString(folder.resolve("broker-0"), "");
        assertNotStarted(FileSystemException.class);
        Awaitility.await().until(() -> !hasProxy());
    }

    @Test
    @LongSuite
    void noProxyListensWhenTheSinkCannotStart() throws Exception {
        assumeTrue(Sink.missing().isEmpty(), "no sink can run here");
        Files.writeString(folder.resolve("sink-0"), "");
        assertNotStarted(FileSystemException.class);
        Awaitility.await().until(() -> !hasProxy());
    }

    @Test
    void aFaultOfAMachineThatCannotHaveItIsRefusedByName() {
        assertThatThrownBy(() -> World.start(
                        new FaultProgram(1, 1, 1, List.of(new Fault(Fault.Kind.FILL, "relay-0", 1))), folder))
                .hasMessage("relay-0 has no disk that can become full");
    }
}
