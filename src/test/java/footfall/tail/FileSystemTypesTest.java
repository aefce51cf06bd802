package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

class FileSystemTypesTest {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Path KERNEL = Path.of("/proc");

    @TempDir
    Path folder;

    private final FolderWatch.FileSystemTypes types = new FolderWatch.FileSystemTypes();

    /** A container may have mounted others there. */
    static boolean hasBoth() throws IOException {
        return Files.isDirectory(MEMORY)
                && Files.isDirectory(KERNEL)
                && Files.getFileStore(MEMORY).type().equals("tmpfs")
                && Files.getFileStore(KERNEL).type().equals("proc");
    }

    @Test
    @EnabledIf("hasBoth")
    void tmpfsAnnouncesAllChangesAndProcDoesNot() {
        for (int i = 0; i < 2; i++) {
            assertThat(types.announcesAll(MEMORY)).isTrue();
            assertThat(types.announcesAll(KERNEL)).isFalse();
        }
    }

    @Test
    void nothingIsKnownOfAFolderThatDoesNotExist() {
        assertThat(types.announcesAll(folder.resolve("none"))).isFalse();
    }
}
