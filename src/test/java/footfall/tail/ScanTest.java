package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanTest {
    @TempDir
    Path folder;

    private List<Path> watched() {
        return Scan.of(new LocalDisk(), List.of(folder), ExcludedProjects.NONE).folders();
    }

    @Test
    void besideProjectsTheFolderInWhichQbitsFirstSessionMayAppearIsWatchedToo() throws IOException {
        var project = Files.createDirectories(folder.resolve("projects/-p"));
        var transcripts = Files.createDirectories(folder.resolve("transcripts"));
        assertThat(watched()).containsExactlyInAnyOrder(folder, project.getParent(), project, transcripts);
        var session = Files.createDirectories(transcripts.resolve("q1"));
        assertThat(watched()).containsExactlyInAnyOrder(folder, project.getParent(), project, transcripts, session);
        var file = Files.writeString(session.resolve("transcript.json"), "[]");
        assertThat(Scan.of(new LocalDisk(), List.of(folder), ExcludedProjects.NONE)
                        .files())
                .extracting(Disk.Entry::path)
                .containsExactly(file);
    }
}
