package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanTest {
    @TempDir
    Path folder;

    private List<Path> watched() {
        return Scan.of(new LocalDisk(), List.of(folder), ExcludedProjects.NONE, files -> {})
                .folders();
    }

    @Test
    void besideProjectsTheFolderInWhichQbitsFirstSessionMayAppearIsWatchedToo() throws IOException {
        var project = Files.createDirectories(folder.resolve("projects/-p"));
        var transcripts = Files.createDirectories(folder.resolve("transcripts"));
        assertThat(watched()).containsExactlyInAnyOrder(folder, project.getParent(), project, transcripts);
        var session = Files.createDirectories(transcripts.resolve("q1"));
        assertThat(watched()).containsExactlyInAnyOrder(folder, project.getParent(), project, transcripts, session);
        var file = Files.writeString(session.resolve("transcript.json"), "[]");
        var files = new ArrayList<Disk.Entry>();
        Scan.of(new LocalDisk(), List.of(folder), ExcludedProjects.NONE, files::addAll);
        assertThat(files).extracting(Disk.Entry::path).containsExactly(file);
    }

    @Test
    void theTranscriptsOfOneFolderAtATimeArePassedOn() throws IOException {
        for (var name : List.of("-p/a", "-p/b", "-q/c")) {
            var file = folder.resolve("projects/" + name + ".jsonl");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "");
        }
        var batches = new ArrayList<Set<String>>();
        Scan.of(
                new LocalDisk(),
                List.of(folder),
                ExcludedProjects.NONE,
                files -> batches.add(files.stream()
                        .map(file -> file.path().getFileName().toString())
                        .collect(Collectors.toSet())));
        assertThat(batches).containsExactlyInAnyOrder(Set.of("a.jsonl", "b.jsonl"), Set.of("c.jsonl"));
    }
}
