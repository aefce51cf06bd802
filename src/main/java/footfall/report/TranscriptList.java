package footfall.report;

import footfall.line.FileId;
import footfall.tail.Excluded;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Transcript files in reading order, and unreadable files. Empty files and those of {@code excluded} projects
 * are skipped.
 */
record TranscriptList(List<Transcript> files, List<Reading.Unreadable> unreadable, Excluded excluded) {
    private static final String REFUSED =
            "belongs to a project that projects_exclude excludes; to read it, add --set projects_exclude=";

    TranscriptList {
        files = List.copyOf(files);
        unreadable = List.copyOf(unreadable);
    }

    /** A path that is a file was named by the user, so an exclusion is reported as an error. */
    static TranscriptList at(List<Path> places, ExcludedProjects projects) {
        return at(places, projects, true);
    }

    /** Files that were found in folders. */
    static TranscriptList of(List<Path> found, ExcludedProjects projects) {
        return at(found, projects, false);
    }

    private static TranscriptList at(List<Path> places, ExcludedProjects projects, boolean isNamed) {
        return paths(places, projects, isNamed).open();
    }

    /** The paths of transcripts that were not opened yet, and what was not listed. */
    record Paths(Set<Path> paths, List<Reading.Unreadable> unreadable, Excluded excluded) {
        /** Those of them that are not known. */
        Paths without(Set<Path> known) {
            var rest = new LinkedHashSet<>(paths);
            rest.removeAll(known);
            return new Paths(rest, unreadable, excluded);
        }

        TranscriptList open() {
            var failed = Collections.synchronizedList(new ArrayList<>(unreadable));
            var files = paths.parallelStream()
                    .map(path -> TranscriptList.open(path, failed))
                    .filter(Objects::nonNull)
                    .sorted(Transcript.ORDER)
                    .toList();
            return new TranscriptList(files, failed, excluded);
        }
    }

    /** As {@link #at}, without opening files. */
    static Paths paths(List<Path> places, ExcludedProjects projects) {
        return paths(places, projects, true);
    }

    private static Paths paths(List<Path> places, ExcludedProjects projects, boolean isNamed) {
        var unreadable = new ArrayList<Reading.Unreadable>();
        var paths = new LinkedHashSet<Path>();
        var excluded = Excluded.NONE;
        for (var place : places) {
            if (isOther(place)) {
                unreadable.add(notRegularFile(place));
                continue;
            }
            try {
                var found = Transcripts.below(place, projects);
                if (isNamed && isOne(place) && !found.excluded().isEmpty()) {
                    unreadable.add(new Reading.Unreadable(place, REFUSED));
                    continue;
                }
                excluded = excluded.and(found.excluded());
                found.files().forEach(file -> paths.add(known(file)));
                unreadable.addAll(unread(found));
            } catch (IOException why) {
                unreadable.add(Reading.Unreadable.of(place, why));
            }
        }
        return new Paths(paths, unreadable, excluded);
    }

    /**
     * For commands that read files without folding turns: of duplicate files, which have the same ID, only the
     * longest.
     */
    TranscriptList once() {
        var longest = new LinkedHashMap<FileId, Transcript>();
        var nameless = new ArrayList<Transcript>();
        for (var file : files) {
            if (file.id().firstLineHash().isEmpty()) {
                nameless.add(file); // Duplicates cannot be detected without a first line.
            } else {
                longest.merge(file.id(), file, (a, b) -> b.size() > a.size() ? b : a);
            }
        }
        var kept = new ArrayList<>(longest.values());
        kept.addAll(nameless);
        kept.sort(Transcript.ORDER);
        return new TranscriptList(kept, unreadable, excluded);
    }

    /** Only those of one dialect, by its word; null for all. */
    TranscriptList of(String agent) {
        return agent == null
                ? this
                : new TranscriptList(
                        files.stream()
                                .filter(file ->
                                        agent.equals(file.source().dialect().word()))
                                .toList(),
                        unreadable,
                        excluded);
    }

    long bytes() {
        return files.stream().mapToLong(Transcript::size).sum();
    }

    /** What is known of a reading before it: the files that are not read. */
    Reading.Edit notRead() {
        var edit = new Reading.Edit();
        edit.unreadable.addAll(unreadable);
        edit.excluded = excluded;
        return edit;
    }

    /** With more unreadable files. */
    TranscriptList with(List<Reading.Unreadable> more) {
        return new TranscriptList(
                files, Stream.concat(unreadable.stream(), more.stream()).toList(), excluded);
    }

    /** With more exclusions. */
    TranscriptList with(Excluded more) {
        return new TranscriptList(files, unreadable, excluded.and(more));
    }

    /** Files and folders that were not read: permission denied, or symbolic links. */
    static List<Reading.Unreadable> unread(Transcripts.Found found) {
        var all = new ArrayList<Reading.Unreadable>();
        found.unreadable().forEach(path -> all.add(new Reading.Unreadable(path, "permission denied")));
        found.links().forEach(path -> all.add(new Reading.Unreadable(path, Transcripts.Found.SKIPPED_LINK)));
        return all;
    }

    /** The canonical path of a file: the target of a link. */
    static Path known(Path path) {
        try {
            return Files.isSymbolicLink(path)
                    ? path.toRealPath()
                    : path.toAbsolutePath().normalize();
        } catch (IOException leadsNowhere) {
            return path.toAbsolutePath().normalize();
        }
    }

    private static Transcript open(Path path, List<Reading.Unreadable> unreadable) {
        try {
            return Transcript.openListed(path);
        } catch (IOException why) {
            unreadable.add(Reading.Unreadable.of(path, why));
            return null;
        }
    }

    private static boolean isOne(Path place) {
        return TranscriptPaths.isInDatabase(place) || Files.isRegularFile(place) && !TranscriptPaths.isDatabase(place);
    }

    /** Refuses a named file of an excluded project. */
    static void refuse(Path path, ExcludedProjects projects) throws UserError {
        try {
            if (!projects.isEmpty()
                    && !Transcripts.below(path, projects).excluded().isEmpty()) {
                throw new UserError(new Reading.Unreadable(path, REFUSED).message());
            }
        } catch (IOException why) {
            throw new UserError(Reading.Unreadable.of(path, why).message(), why);
        }
    }

    /** Whether it is a pipe or a device, which has no size and can be read only once. */
    static boolean isOther(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    static Reading.Unreadable notRegularFile(Path path) {
        return new Reading.Unreadable(path, "is not a regular file; save its contents to a file and name that file");
    }
}
