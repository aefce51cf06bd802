package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.report.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores belong to the log of one cluster, and go with it. */
class StreamFolderTest {
    @TempDir
    Path data;

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
}
