package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a killed {@code up} leaves behind. */
@LongSuite
@Timeout(900)
class UpKilledIT {
    @TempDir
    Path folder;

    @Test
    void nativeLibrariesAreInTheDataFolderOnceAndNotInTheTemporaryOne() throws IOException {
        var home = folder.toRealPath();
        var transcripts = home.resolve("agents");
        for (int i = 0; i < 2; i++) { // Each start has news: what a killed one has committed is not said again.
            Transcripts.of(transcripts, "s" + i, "2026-01-05")
                    .turn("Read", "Edit")
                    .write();
            try (var up = ChildUp.start(home, "up", "--no-view", "--home", transcripts.toString())) {
                up.says("s" + i + ":0");
            }
        }
        assertThat(libraries(ChildUp.temporary(home))).isEmpty();
        assertThat(libraries(home.resolve(".footfall")))
                .singleElement()
                .asString()
                .contains("librocksdb");
    }

    private static List<Path> libraries(Path below) throws IOException {
        try (var files = Files.walk(below)) {
            return files.filter(file -> file.getFileName().toString().matches("lib.*jni.*|lib.*java.*|.*[.]lck"))
                    .toList();
        }
    }
}
