package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorFileTest {
    private static final ProcessorFile.Location FIRST = new ProcessorFile.Location("http://127.0.0.1:1", null, null);
    private static final ProcessorFile.Location SECOND =
            new ProcessorFile.Location("http://127.0.0.1:2", "/token", "/cert");

    @TempDir
    Path folder;

    @Test
    void theFileExistsWhileTheProcessorRunsAndOnlyItsOwnerCanReadIt() throws IOException {
        var dataDir = folder.resolve("data");
        assertThat(ProcessorFile.read(dataDir)).isEmpty();
        try (var file = ProcessorFile.write(dataDir, SECOND)) {
            assertThat(file).isNotNull();
            assertThat(ProcessorFile.read(dataDir)).contains(SECOND);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ProcessorFile.in(dataDir))))
                    .isEqualTo("rw-------");
        }
        assertThat(ProcessorFile.read(dataDir)).isEmpty();
    }

    @Test
    void theFileOfTheFirstProcessorStaysWhileItRunsAndNoLonger() throws IOException {
        try (var first = ProcessorFile.write(folder, FIRST)) {
            try (var second = ProcessorFile.write(folder, SECOND)) {
                assertThat(first).isNotSameAs(second);
                assertThat(ProcessorFile.read(folder)).contains(FIRST);
            }
            assertThat(ProcessorFile.read(folder)).contains(FIRST);
        }
        assertThat(ProcessorFile.read(folder)).isEmpty();
        try (var third = ProcessorFile.write(folder, SECOND)) {
            assertThat(third).isNotNull();
            assertThat(ProcessorFile.read(folder)).contains(SECOND);
        }
    }

    @Test
    void theFileThatAKilledProcessorLeftIsReplaced() throws IOException {
        Files.writeString(ProcessorFile.in(folder), "{\"url\":\"http://127.0.0.1:1\"}");
        try (var file = ProcessorFile.write(folder, SECOND)) {
            assertThat(file).isNotNull();
            assertThat(ProcessorFile.read(folder)).contains(SECOND);
        }
    }

    @Test
    void aProcessorRunsWithoutItsFile() throws IOException {
        var noFolder = Files.writeString(folder.resolve("file"), "");
        try (var file = ProcessorFile.write(noFolder, FIRST)) {
            assertThat(file).isNotNull();
        }
    }

    @Test
    void aBrokenFileIsNotReadAsALocation() throws IOException {
        Files.writeString(ProcessorFile.in(folder), "{");
        assertThatThrownBy(() -> ProcessorFile.read(folder)).isInstanceOf(IOException.class);
    }
}
