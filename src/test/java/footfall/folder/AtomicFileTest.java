package footfall.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    Path folder;

    @Test
    void anEarlierFileStaysUntilTheNewOneIsComplete() throws IOException {
        var path = Files.writeString(folder.resolve("file"), "earlier");
        try (var file = AtomicFile.open(path)) {
            write(file, "new");
            assertThat(path).hasContent("earlier");
            assertThat(file.replace()).isTrue();
        }
        assertThat(path).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThat(Files.list(folder)).containsExactly(path);
    }

    @Test
    void aFileThatIsNotFinishedLeavesNothing() throws IOException {
        var path = Files.writeString(folder.resolve("file"), "earlier");
        try (var file = AtomicFile.open(path)) {
            write(file, "half");
        }
        assertThat(path).hasContent("earlier");
        assertThat(Files.list(folder)).containsExactly(path);
    }

    @Test
    void aNameThatIsTakenIsNeverOverwritten() throws IOException {
        var taken = Files.writeString(folder.resolve("taken"), "earlier");
        var free = folder.resolve("free");
        try (var file = AtomicFile.open(taken)) {
            write(file, "new");
            assertThatThrownBy(() -> file.createAs(taken)).isInstanceOf(FileAlreadyExistsException.class);
            file.createAs(free);
        }
        assertThat(taken).hasContent("earlier");
        assertThat(free).hasContent("new");
        assertThat(Files.list(folder)).containsExactlyInAnyOrder(taken, free);
    }

    @Test
    void halfASurrogatePairIsWrittenAsAQuestionMark() throws IOException {
        var path = folder.resolve("file");
        try (var file = AtomicFile.open(path)) {
            write(file, "a\ud83d");
            assertThat(file.replace()).isFalse();
        }
        assertThat(path).hasContent("a?");
    }

    private static void write(AtomicFile file, String text) throws IOException {
        try (var out = file.writer()) {
            out.write(text);
        }
    }
}
