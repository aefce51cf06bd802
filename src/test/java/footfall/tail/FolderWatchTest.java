package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.tail.FolderWatch.Changes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a watch of folders says about their files. */
@Timeout(120)
class FolderWatchTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** More than the JDK keeps for a folder, in different files. */
    private static final int CHANGES_MANY = 1_000;

    @TempDir
    Path folder;

    private FolderWatch watch;
    private Path file;

    @BeforeEach
    void begin() throws IOException {
        watch = new FolderWatch();
        file = Files.createFile(folder.resolve("file"));
        assertThat(watch.watch(Set.of(folder))).isTrue();
    }

    @AfterEach
    void end() throws IOException {
        watch.close();
    }

    private void append() throws IOException {
        Files.writeString(file, "more", StandardOpenOption.APPEND);
    }

    @Test
    void aFileThatIsAppendedToIsNamed() throws Exception {
        append();
        assertThat(watch.await(PATIENCE)).isEqualTo(new Changes(Set.of(file), false));
        append();
        assertThat(watch.await(PATIENCE)).isEqualTo(new Changes(Set.of(file), false));
    }

    @Test
    void aFileThatIsCreatedOrDeletedIsNamed() throws Exception {
        var other = Files.createFile(folder.resolve("other"));
        assertThat(watch.await(PATIENCE)).isEqualTo(new Changes(Set.of(other), false));
        Files.delete(file);
        assertThat(watch.await(PATIENCE)).isEqualTo(new Changes(Set.of(file), false));
    }

    @Test
    void nothingIsAnnouncedWithoutAChange() throws Exception {
        assertThat(watch.await(Duration.ZERO)).isEqualTo(Changes.NONE);
        assertThat(watch.await(Duration.ZERO).isNone()).isTrue();
    }

    @Test
    void aFolderIsWatchedOnceAndUntilItIsDeleted() throws Exception {
        var below = Files.createDirectory(folder.resolve("below"));
        assertThat(watch.watch(Set.of(below))).isTrue();
        assertThat(watch.watch(Set.of(below))).isFalse();
        Files.delete(below);
        awaitForgotten(below);
    }

    private void awaitForgotten(Path gone) throws Exception {
        Files.createDirectories(gone);
        boolean isScanNeeded = false;
        while (!watch.watch(Set.of(gone))) {
            isScanNeeded |= watch.await(PATIENCE).isScanNeeded();
        }
        assertThat(isScanNeeded).isTrue();
    }

    @Test
    void aFolderIsSureUntilItIsGone() throws Exception {
        var types = new FolderWatch.FileSystemTypes();
        var below = Files.createDirectory(folder.resolve("below"));
        assertThat(watch.isSure(Set.of(folder, below))).isFalse();
        watch.watch(Set.of(below));
        assertThat(watch.isSure(Set.of(folder, below))).isEqualTo(types.announcesAll(folder));
        Files.move(below, folder.resolve("renamed"));
        while (watch.isSure(Set.of(below))) {
            watch.await(PATIENCE);
        }
    }

    private void awaitNamed(Path changed) throws Exception {
        var changes = watch.await(PATIENCE);
        while (!changes.paths().contains(changed)) {
            changes = watch.await(PATIENCE);
        }
    }

    @Test
    void aFolderThatIsRenamedIsAnnouncedByItsNewPath() throws Exception {
        var old = Files.createDirectory(folder.resolve("old"));
        Files.createFile(old.resolve("file"));
        watch.watch(Set.of(old));
        var renamed = Files.move(old, folder.resolve("new"));
        awaitForgotten(old);
        assertThat(watch.watch(Set.of(renamed))).isTrue();
        var grown = Files.writeString(renamed.resolve("file"), "more", StandardOpenOption.APPEND);
        awaitNamed(grown);
    }

    /** The system knows the folder, not its name. */
    @Test
    void aFolderThatIsWatchedBeforeItsRenamingIsReadIsWatchedByItsNewPathAfterwards() throws Exception {
        var old = Files.createDirectory(folder.resolve("old"));
        watch.watch(Set.of(old));
        var renamed = Files.move(old, folder.resolve("new"));
        assertThat(watch.watch(Set.of(renamed))).isFalse();
        assertThat(watch.isSure(Set.of(renamed))).isFalse();
        boolean isScanNeeded = false;
        while (!isScanNeeded) {
            isScanNeeded = watch.await(PATIENCE).isScanNeeded();
        }
        assertThat(watch.watch(Set.of(renamed))).isTrue();
        var grown = Files.createFile(renamed.resolve("file"));
        awaitNamed(grown);
    }

    @Test
    void afterTooManyChangesAFolderIsWatchedAnew() throws Exception {
        var below = Files.createDirectory(folder.resolve("below"));
        watch.watch(Set.of(below));
        boolean isScanNeeded = false;
        for (int i = 0; !isScanNeeded; i++) {
            for (int change = 0; change < CHANGES_MANY; change++) {
                Files.createFile(folder.resolve(i + "-" + change));
            }
            isScanNeeded = watch.await(PATIENCE).isScanNeeded();
        }
        assertThat(watch.isSure(Set.of(folder))).isFalse();
        assertThat(watch.watch(Set.of(below))).isTrue();
        assertThat(watch.watch(Set.of(folder))).isTrue();
    }

    @Test
    void aClosedWatchAnnouncesNothingAndWatchesNothing() throws Exception {
        watch.close();
        assertThat(watch.await(PATIENCE)).isEqualTo(Changes.NONE);
        assertThat(watch.watch(Set.of(folder.resolve("..")))).isFalse();
    }
}
