package footfall.tail;

import footfall.line.Dialect;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds the transcript files that exist now, by the rules of {@link Scan}. */
public final class Transcripts {
    private static final Disk DISK = LocalDisk.ofPaths();

    private Transcripts() {}

    /**
     * The files found, the unreadable folders and files, the skipped links, and what belongs to an excluded
     * project.
     */
    public record Found(List<Path> files, List<Path> unreadable, List<Path> links, Excluded excluded) {
        /** Why a symbolic link in a home or another folder is not read. */
        public static final String SKIPPED_LINK = "skipped, because it is a symbolic link; to read it, name its path";

        /** Why a file has no effect of which no line names the session. */
        public static String headMissing(Dialect dialect) {
            return "no line names the session (" + dialect.sourceText()
                    + "); the beginning is missing, or this version of footfall does not know the form: use the "
                    + "file as the agent wrote it";
        }

        public Found {
            files = List.copyOf(files);
            unreadable = List.copyOf(unreadable);
            links = List.copyOf(links);
        }
    }

    /**
     * The transcripts of a home, every transcript below another folder, or the file itself.
     *
     * @throws NoSuchFileException if the path does not exist
     */
    public static Found below(Path path, ExcludedProjects excluded) throws IOException {
        var check = new ProjectCheck(excluded, DISK);
        check.ends();
        var files = new ArrayList<Path>();
        var found = check.at(path, folder -> folder.forEach(entry -> files.add(entry.path())));
        return new Found(files, found.unreadable(), found.links(), found.excluded());
    }
}
