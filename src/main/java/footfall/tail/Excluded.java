package footfall.tail;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The transcripts and folders that were skipped because they belong to an excluded project.
 */
public record Excluded(Set<Path> files, Set<Path> folders) {
    public static final Excluded NONE = new Excluded(Set.of(), Set.of());

    public Excluded {
        files = Set.copyOf(files);
        folders = Set.copyOf(folders);
    }

    public boolean isEmpty() {
        return files.isEmpty() && folders.isEmpty();
    }

    public boolean contains(Path path) {
        return files.contains(path) || folders.stream().anyMatch(path::startsWith);
    }

    /** The union of both. */
    public Excluded and(Excluded other) {
        var allFiles = new TreeSet<>(files);
        allFiles.addAll(other.files);
        var allFolders = new TreeSet<>(folders);
        allFolders.addAll(other.folders);
        return new Excluded(allFiles, allFolders);
    }

    /** A human-readable sentence. */
    public String said() {
        return "skipped " + counted();
    }

    /** All skipped paths, sorted. */
    public List<Path> paths() {
        return Stream.concat(folders.stream(), files.stream()).sorted().toList();
    }

    /** The counts, such as "3 transcripts and 1 folder of excluded projects". */
    public String counted() {
        var transcripts = count(files.size(), "transcript");
        var unopened = count(folders.size(), "folder");
        var all = files.isEmpty() ? unopened : folders.isEmpty() ? transcripts : transcripts + " and " + unopened;
        return all + " of excluded projects";
    }

    private static String count(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
