package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.report.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
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
