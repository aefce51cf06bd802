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
    void theFoldersInWhichPlacesMayAppearAreWatchedToo() throws IOException {
        var target = Files.createDirectories(folder.resolve("data/claude"));
        var link = Files.createSymbolicLink(
                Files.createDirectory(folder.resolve("ada")).resolve("home"), target);
        var missing = folder.resolve("of/ben/home");
        var found = Scan.of(new LocalDisk(), List.of(link, missing), ExcludedProjects.NONE, files -> {});
        assertThat(found.folders()).containsOnly(target);
        assertThat(found.watched())
                .contains(target, target.getParent(), link.getParent(), folder, folder.getParent(), folder.getRoot())
                .doesNotContain(missing, missing.getParent());
        for (var expected : List.of(link, target, folder.resolve("of"), folder)) {
            assertThat(found.covers(expected, new LocalDisk()))
                    .as("%s", expected)
                    .isTrue();
        }
        var other = Files.createDirectory(folder.resolve("other"));
        assertThat(found.covers(other, new LocalDisk())).isFalse();
        assertThat(found.covers(folder.resolve("s1.jsonl"), new LocalDisk())).isFalse();
    }

    @Test
    void foldersAndPossibleTranscriptsAreFoundByANewScan() throws IOException {
        Files.createDirectories(folder.resolve("projects/-p"));
        var found = Scan.of(new LocalDisk(), List.of(folder), ExcludedProjects.NONE, files -> {});
        for (var kept : List.of("projects/-p/s1.jsonl", "projects/-p/s1.jsonl.zst", "projects/-p", "projects")) {
            assertThat(found.covers(folder.resolve(kept), new LocalDisk()))
                    .as(kept)
                    .isTrue();
        }
        Files.writeString(folder.resolve("projects/-p/notes.md"), "");
        for (var no : List.of("history.jsonl", "projects/-p/notes.md", "projects/-p/gone.md", "gone")) {
            assertThat(found.covers(folder.resolve(no), new LocalDisk())).as(no).isFalse();
        }
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
