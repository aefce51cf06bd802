package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.report.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a processor, and the file in it that says where it answers. */
class StreamFolderTest {
    @TempDir
    Path data;

    private static final ProcessorFile.Location FIRST = new ProcessorFile.Location("http://127.0.0.1:1", null, null);

    private static final ProcessorFile.Location SECOND =
            new ProcessorFile.Location("http://127.0.0.1:2", "/token", "/cert");

    @TempDir
    Path folder;

    private Path store() throws Exception {
        return Files.writeString(
                Files.createDirectories(streams().resolve("footfall").resolve("0_1"))
                        .resolve("rows"),
                "rows");
    }

    private Path streams() {
        return data.resolve("streams");
    }

    @Test
    void storesOfTheSameClusterStay() throws Exception {
        assertThat(StreamFolder.of(streams(), "a")).isEqualTo(streams());
        var store = store();
        StreamFolder.of(streams(), "a");
        assertThat(store).exists();
    }

    @Test
    void storesOfAnotherClusterAreRemoved() throws Exception {
        StreamFolder.of(streams(), "a");
        var store = store();
        StreamFolder.of(streams(), "b");
        assertThat(store).doesNotExist();
        store();
        StreamFolder.of(streams(), "b");
        assertThat(store).exists();
    }

    @Test
    void storesThatNameNoClusterAreRemoved() throws Exception {
        var store = store();
        StreamFolder.of(streams(), "a");
        assertThat(store).doesNotExist();
    }

    @Test
    void anInstanceKeepsItsIdAndADamagedOneIsNamed() throws Exception {
        var streams = Files.createDirectories(streams());
        var id = StreamFolder.instanceId(streams);
        assertThat(id).isEqualTo(UUID.fromString(id).toString());
        assertThat(StreamFolder.instanceId(streams)).isEqualTo(id);
        assertThat(StreamFolder.instanceId(Files.createDirectories(data.resolve("other"))))
                .isNotEqualTo(id);
        Files.writeString(streams.resolve("instance.id"), "x");
        assertThatThrownBy(() -> StreamFolder.instanceId(streams))
                .isInstanceOf(UserError.class)
                .hasMessage(
                        streams.resolve("instance.id") + " is damaged; delete it, and the next start creates another");
    }

    @Test
    void whatALinkPointsToStays() throws Exception {
        var elsewhere = Files.writeString(
                Files.createDirectories(data.resolve("elsewhere")).resolve("x"), "x");
        store();
        Files.createSymbolicLink(streams().resolve("link"), elsewhere.getParent());
        StreamFolder.of(streams(), "a");
        assertThat(elsewhere).exists();
        assertThat(streams().resolve("link")).doesNotExist();
    }

    @Test
    void aFolderThatCannotBeKeptIsNamedWithTheWayOut() throws Exception {
        Files.writeString(streams(), "a file");
        assertThatThrownBy(() -> StreamFolder.of(streams(), "a"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining(streams().toString())
                .hasMessageContaining("data_dir");
    }

    private static ProcessorFile written(Path dataDir, ProcessorFile.Location location) {
        var file = ProcessorFile.hold(dataDir);
        file.write(location);
        return file;
    }

    @Test
    void whileAProcessorStartsItIsKnownButNotWhereItAnswers() throws IOException {
        assertThat(ProcessorFile.isStarting(folder)).isFalse();
        Files.writeString(ProcessorFile.in(folder), "{\"url\":\"http://127.0.0.1:1\"}");
        try (var file = ProcessorFile.hold(folder)) {
            assertThat(ProcessorFile.read(folder)).isEmpty();
            assertThat(ProcessorFile.isStarting(folder)).isTrue();
            file.write(SECOND);
            assertThat(ProcessorFile.isStarting(folder)).isFalse();
        }
        assertThat(ProcessorFile.isStarting(folder)).isFalse();
    }

    @Test
    void aProcessorThatStartedBesideAnotherOneIsFoundOnceThatHasEnded() throws IOException {
        var first = written(folder, FIRST);
        try (var second = ProcessorFile.hold(folder)) {
            first.close();
            second.write(SECOND);
            assertThat(ProcessorFile.read(folder)).contains(SECOND);
        }
    }

    @Test
    void whatClosesTwiceLeavesTheFileOfAnotherProcessor() throws IOException {
        var first = written(folder, FIRST);
        first.close();
        try (var second = written(folder, SECOND)) {
            first.close();
            assertThat(second).isNotSameAs(first);
            assertThat(ProcessorFile.read(folder)).contains(SECOND);
        }
    }

    @Test
    void theFileExistsWhileTheProcessorRunsAndOnlyItsOwnerCanReadIt() throws IOException {
        var dataDir = folder.resolve("data");
        assertThat(ProcessorFile.read(dataDir)).isEmpty();
        try (var file = written(dataDir, SECOND)) {
            assertThat(file).isNotNull();
            assertThat(ProcessorFile.read(dataDir)).contains(SECOND);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ProcessorFile.in(dataDir))))
                    .isEqualTo("rw-------");
        }
        assertThat(ProcessorFile.read(dataDir)).isEmpty();
    }

    @Test
    void theFileOfTheFirstProcessorStaysWhileItRunsAndNoLonger() throws IOException {
        try (var first = written(folder, FIRST)) {
            try (var second = written(folder, SECOND)) {
                assertThat(first).isNotSameAs(second);
                assertThat(ProcessorFile.read(folder)).contains(FIRST);
            }
            assertThat(ProcessorFile.read(folder)).contains(FIRST);
        }
        assertThat(ProcessorFile.read(folder)).isEmpty();
        try (var third = written(folder, SECOND)) {
            assertThat(third).isNotNull();
            assertThat(ProcessorFile.read(folder)).contains(SECOND);
        }
    }

    @Test
    void theFileThatAKilledProcessorLeftIsReplaced() throws IOException {
        Files.writeString(ProcessorFile.in(folder), "{\"url\":\"http://127.0.0.1:1\"}");
        try (var file = written(folder, SECOND)) {
            assertThat(file).isNotNull();
            assertThat(ProcessorFile.read(folder)).contains(SECOND);
        }
    }

    @Test
    void aProcessorRunsWithoutItsFile() throws IOException {
        var noFolder = Files.writeString(folder.resolve("file"), "");
        try (var file = written(noFolder, FIRST)) {
            assertThat(file).isNotNull();
        }
    }

    @Test
    void aBrokenFileIsNotReadAsALocation() throws IOException {
        Files.writeString(ProcessorFile.in(folder), "{");
        assertThatThrownBy(() -> ProcessorFile.read(folder)).isInstanceOf(IOException.class);
    }
}
