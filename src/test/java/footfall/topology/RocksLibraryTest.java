package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.topology.BoundedRocks.RocksLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksLibraryTest {
    @TempDir
    Path folder;

    @Test
    void theLibraryIsUnpackedOnceAndNothingIsBesideIt() throws IOException {
        var home = RocksLibrary.unpacked(folder);
        var library = only(home);
        assertThat(home).isEqualTo(folder.resolve("rocksdb-" + Files.size(library)));
        var written = Files.getLastModifiedTime(library);
        assertThat(RocksLibrary.unpacked(folder)).isEqualTo(home);
        assertThat(only(home)).isEqualTo(library);
        assertThat(Files.getLastModifiedTime(library)).isEqualTo(written);
    }

    @Test
    void aTruncatedLibraryIsReplacedAndWhatAKilledStartLeftIsDeleted() throws IOException {
        var library = only(RocksLibrary.unpacked(folder));
        var whole = Files.readAllBytes(library);
        Files.write(library, Arrays.copyOf(whole, 4_096));
        Files.write(library.resolveSibling("left.new"), new byte[7]);
        assertThat(only(RocksLibrary.unpacked(folder))).isEqualTo(library).hasBinaryContent(whole);
    }

    private static Path only(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            var all = files.toList();
            assertThat(all).hasSize(1);
            return all.get(0);
        }
    }
}
