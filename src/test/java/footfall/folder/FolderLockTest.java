package footfall.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.testkit.OtherProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
    private static final String NAME = "some.lock";

    @TempDir
    Path folder;

    @Test
    void anAttemptOfTheSameProcessIsRefusedAndTakesNothingFromTheHolder() throws Exception {
        try (var held = FolderLock.acquire(folder, NAME)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(() -> FolderLock.acquire(folder, NAME))
                        .isInstanceOf(FolderLock.FolderInUse.class)
                        .hasMessage("in use by this process, pid "
                                + ProcessHandle.current().pid());
            }
            assertThat(OtherProcess.canLock(folder.resolve(NAME))).isFalse();
            assertThat(held).isNotNull();
        }
        assertThat(OtherProcess.canLock(folder.resolve(NAME))).isTrue();
        FolderLock.acquire(folder, NAME).close();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFolderThatIsReachedByALinkIsTheSameFolder() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("is")));
        try (var held = FolderLock.acquire(folder.resolve("is"), NAME)) {
            assertThatThrownBy(() -> FolderLock.acquire(link, NAME)).isInstanceOf(FolderLock.FolderInUse.class);
            assertThat(held).isNotNull();
        }
    }

    @Test
    void twoFilesInOneFolderAreTwoLocks() throws Exception {
        try (var one = FolderLock.acquire(folder, "one.lock");
                var other = FolderLock.acquire(folder, "other.lock")) {
            assertThat(one).isNotSameAs(other);
        }
    }

    @Test
    void whatAnAttemptThatFailedHadInHandIsGivenBack() throws Exception {
        Files.createDirectory(folder.resolve(NAME));
        assertThatThrownBy(() -> FolderLock.acquire(folder, NAME)).isInstanceOf(IOException.class);
        Files.delete(folder.resolve(NAME));
        FolderLock.acquire(folder, NAME).close();
    }
}
