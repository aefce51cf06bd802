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

    @TempDir
    Path folder;

    private FolderWatch watch;
    private Path file;

    @BeforeEach
    void begin() throws IOException {
        watch = new FolderWatch();
        file = Files.createFile(folder.resolve("file"));
        assertThat(watch.watch(folder)).isTrue();
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
        assertThat(watch.watch(below)).isTrue();
        assertThat(watch.watch(below)).isFalse();
        Files.delete(below);
        awaitForgotten(below);
    }

    private void awaitForgotten(Path gone) throws Exception {
        Files.createDirectories(gone);
        boolean isMore = false;
        while (!watch.watch(gone)) {
            isMore |= watch.await(PATIENCE).isMore();
        }
        assertThat(isMore).isTrue();
    }

    @Test
    void aFolderIsSureUntilItIsGone() throws Exception {
        var types = new FileSystemTypes();
        var below = Files.createDirectory(folder.resolve("below"));
        assertThat(watch.isSure(Set.of(folder, below))).isFalse();
        watch.watch(below);
        assertThat(watch.isSure(Set.of(folder, below))).isEqualTo(types.announcesAll(folder));
        Files.move(below, folder.resolve("renamed"));
        while (watch.isSure(Set.of(below))) {
            watch.await(PATIENCE);
        }
    }

    @Test
    void aFolderThatIsRenamedIsAnnouncedByItsNewPath() throws Exception {
        var old = Files.createDirectory(folder.resolve("old"));
        Files.createFile(old.resolve("file"));
        watch.watch(old);
        var renamed = Files.move(old, folder.resolve("new"));
        awaitForgotten(old);
        assertThat(watch.watch(renamed)).isTrue();
        var grown = Files.writeString(renamed.resolve("file"), "more", StandardOpenOption.APPEND);
        var changes = watch.await(PATIENCE);
        while (changes.paths().isEmpty()) {
            changes = watch.await(PATIENCE);
        }
        assertThat(changes.paths()).containsExactly(grown);
    }

    @Test
    void aClosedWatchAnnouncesNothingAndWatchesNothing() throws Exception {
        watch.close();
        assertThat(watch.await(PATIENCE)).isEqualTo(Changes.NONE);
        assertThat(watch.watch(folder.resolve(".."))).isFalse();
    }
}
