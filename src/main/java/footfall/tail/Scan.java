package footfall.tail;

import footfall.line.Dialect;
import footfall.line.Dialects;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds transcripts through a {@link Disk}. In an agent's home it searches the folders that the {@link
 * Dialect} defines; in any other folder it searches the whole tree. A home and the folders in it may be
 * symbolic links; links below them are not followed. A folder without read permission is reported and
 * skipped. A place that does not exist yet is empty. The folder of an excluded project is not opened. The
 * transcripts are passed on folder by folder, so that a million of them need not be held.
 */
public final class Scan {
    /** Folders of a year, a month and a day. */
    private static final int SESSION_DEPTH_MAX = 3;

    private final Disk disk;
    private final ExcludedProjects excluded;
    private final Consumer<List<Disk.Entry>> files;
    private final List<Path> folders = new ArrayList<>();
    private final List<Path> unreadable = new ArrayList<>();
    private final List<Path> links = new ArrayList<>();
    private final Set<Path> unopened = new HashSet<>();
    private final Set<Path> expected = new HashSet<>();
    private final Set<Path> ancestors = new HashSet<>();
    private final Set<Path> homes = new HashSet<>();
    /** Folders in which a transcript of any agent counts. */
    private final Set<Path> whole = new HashSet<>();

    private final Set<Path> databases = new HashSet<>();

    private Scan(Disk disk, ExcludedProjects excluded, Consumer<List<Disk.Entry>> files) {
        this.disk = disk;
        this.excluded = excluded;
        this.files = files;
    }

    /**
     * All but the transcripts. {@code folders}: where transcripts may appear. {@code links}: skipped symbolic
     * links to a transcript, to a folder or to a missing target. {@code excluded}: what belongs to an excluded
     * project. {@code waiting}: transcripts whose project is not known yet.
     */
    public record Found(
            List<Path> folders,
            List<Path> unreadable,
            List<Path> links,
            Excluded excluded,
            Set<Path> waiting,
            Places places) {
        public static final Found NONE =
                new Found(List.of(), List.of(), List.of(), Excluded.NONE, Set.of(), Places.NONE);

        /** Whether the result leaves a path out although it may exist. */
        public boolean leavesOut(Path path) {
            return excluded.contains(path)
                    || waiting.contains(path)
                    || unreadable.stream().anyMatch(path::startsWith);
        }

        /** The folders in which a change may be one that a new scan finds. */
        public Set<Path> watched() {
            var watched = new HashSet<>(places.ancestors());
            watched.addAll(folders);
            return watched;
        }

        /** The database of this scan to which a file belongs; null for none. */
        public Path databaseOf(Path file) {
            var database = DatabaseFile.databaseOf(file);
            return places.databases().contains(database) ? database : null;
        }

        /** Whether a new scan may find something at a path that changed: a folder, a link, or perhaps a transcript. */
        public boolean covers(Path path, Disk disk) {
            var parent = path.getParent();
            if (excluded.contains(path)) {
                return false;
            } else if (DatabaseFile.isNamed(path)) {
                return true;
            } else if (places.leadsTo(path) || links.contains(path)) {
                return true;
            } else if (places.ancestors().contains(parent) && !folders.contains(parent)) {
                return false;
            } else if (!places.homes().contains(parent) && isTranscript(path, null, 0)) {
                return true;
            }
            try {
                var kind = disk.stat(path).kind();
                return kind == Disk.Kind.FOLDER || kind == Disk.Kind.LINK;
            } catch (NoSuchFileException gone) {
                return false;
            } catch (IOException unknown) {
                return true;
            }
        }
    }

    /** Scans places that may not exist yet. {@code files} receives those of one folder at a time. */
    static Found of(Disk disk, List<Path> places, ExcludedProjects excluded, Consumer<List<Disk.Entry>> files) {
        var scan = new Scan(disk, excluded, files);
        for (var place : places) {
            var named = place.toAbsolutePath().normalize();
            scan.expect(named);
            try {
                scan.place(named);
            } catch (NoSuchFileException notYet) {
                // It may appear later.
            } catch (IOException why) {
                scan.unreadable.add(place);
            }
        }
        return scan.found();
    }

    /** Scans one place that exists. The paths of its files begin with the path as given. */
    static Found at(Disk disk, Path place, ExcludedProjects excluded, Consumer<List<Disk.Entry>> files)
            throws IOException {
        var scan = new Scan(disk, excluded, files);
        scan.place(place);
        return scan.found();
    }

    private Found found() {
        homes.removeAll(whole); // There, the files directly in a home count, too.
        var places = new Places(expected, ancestors, homes, databases);
        return new Found(folders, unreadable, links, new Excluded(Set.of(), unopened), Set.of(), places);
    }

    /** Whether a folder is excluded; if so, it is recorded. */
    private boolean isExcluded(Path folder) {
        boolean isExcluded = excluded.isFolder(folder);
        if (isExcluded) {
            unopened.add(folder);
        }
        return isExcluded;
    }

    /** Records where something is expected, and the folders above it: each may be replaced by another. */
    private void expect(Path path) {
        expected.add(path);
        for (var at = path.getParent(); at != null && !ancestors.contains(at); at = at.getParent()) {
            try {
                disk.stat(at);
                ancestors.add(at);
            } catch (IOException notYet) {
                // The folder above announces it.
            }
        }
    }

    private void place(Path named) throws IOException {
        var entry = followed(named);
        var place = entry.path();
        if (!place.equals(named)) {
            expect(place);
        }
        if (entry.kind() == Disk.Kind.FILE) {
            if (DatabaseFile.isDatabase(place)) {
                database(entry);
            } else {
                files.accept(List.of(entry));
            }
            return;
        }
        if (isExcluded(named) || isExcluded(place)) {
            return;
        } else if (isDatabase(entry)) {
            database(entry);
            return;
        }
        folders.add(place);
        boolean isHome = false;
        var waiting = new ArrayList<Path>();
        for (var dialect : Dialects.all()) {
            isHome |= databases(dialect, named, place);
            for (var name : dialect.home().folders()) {
                var folder = folder(place.resolve(name));
                isHome |= folder != null && home(dialect, named, folder, waiting);
            }
        }
        if (isHome) {
            homes.add(place);
            folders.addAll(waiting);
        } else {
            below(place, null, 0);
        }
    }

    /** Searches the databases of an agent's home; false if the folder is none, by its name and what is in it. */
    private boolean databases(Dialect dialect, Path named, Path folder) throws IOException {
        var usual =
                dialect.tables() == null ? List.<String>of() : dialect.home().usual();
        if (usual.stream().noneMatch(home -> named.endsWith(Path.of(home).getFileName()))) {
            return false;
        }
        var found = new ArrayList<>(
                disk.list(folder).stream().filter(Scan::isDatabase).toList());
        var sessions = dialect.files() == null
                ? null
                : folder(folder.resolve(dialect.files().folder()));
        if (sessions != null) {
            found.add(disk.stat(sessions));
        }
        found.forEach(this::database);
        return !found.isEmpty() || usual.stream().anyMatch(named::endsWith);
    }

    private static boolean isDatabase(Disk.Entry entry) {
        return entry.kind() == Disk.Kind.FILE && DatabaseFile.isNamed(entry.path())
                || entry.kind() == Disk.Kind.FOLDER && DatabaseFile.isSessionFolder(entry.path());
    }

    /** The sessions of a database, folder by folder. One that cannot be read is passed on: who opens it learns why. */
    private void database(Disk.Entry database) {
        databases.add(database.path());
        try {
            var byFolder = new LinkedHashMap<Path, List<Disk.Entry>>();
            disk.list(database.path())
                    .forEach(entry -> byFolder.computeIfAbsent(entry.path().getParent(), none -> new ArrayList<>())
                            .add(entry));
            byFolder.values().forEach(files);
        } catch (NoSuchFileException gone) {
            // It was deleted during the scan.
        } catch (IOException why) {
            files.accept(List.of(database));
        }
    }

    /** Searches a folder of an agent's home; false if it may be a folder of anything else. */
    private boolean home(Dialect dialect, Path named, Path folder, List<Path> waiting) {
        if (isExcluded(folder)) {
            return true;
        }
        var seen = new ArrayList<Path>();
        boolean isNamed =
                dialect.home().isKnown() || dialect.home().usual().stream().anyMatch(named::endsWith);
        if (isNamed || holdsOne(dialect, folder, 0, seen)) {
            below(folder, dialect, 0);
            return true;
        }
        waiting.addAll(seen); // Its first session may appear at any time.
        return false;
    }

    /** The entry at a path, or the target of a link. */
    private Disk.Entry followed(Path path) throws IOException {
        var entry = disk.stat(path);
        return entry.kind() == Disk.Kind.LINK ? disk.stat(disk.real(path)) : entry;
    }

    /** The folder; null if there is none. */
    private Path folder(Path path) throws IOException {
        try {
            var entry = followed(path);
            if (!entry.path().equals(path)) {
                expect(path);
                expect(entry.path());
            }
            return entry.kind() == Disk.Kind.FOLDER ? entry.path() : null;
        } catch (NoSuchFileException none) {
            return null;
        }
    }

    /**
     * A folder with a common name is a home only if the home's name or a transcript below that folder confirms it.
     * {@code seen}: receives the folders that were searched.
     */
    private boolean holdsOne(Dialect dialect, Path folder, int depth, List<Path> seen) {
        seen.add(folder);
        try {
            var entries = disk.list(folder);
            return depth > 0
                            && entries.stream()
                                    .anyMatch(entry -> entry.kind() == Disk.Kind.FILE
                                            && dialect.isNamed(TranscriptPaths.fileName(entry.path())))
                    || depth < SESSION_DEPTH_MAX
                            && entries.stream()
                                    .filter(entry -> entry.kind() == Disk.Kind.FOLDER)
                                    .map(Disk.Entry::path)
                                    .anyMatch(below ->
                                            !excluded.isFolder(below) && holdsOne(dialect, below, depth + 1, seen));
        } catch (IOException unreadableOrGone) {
            return false;
        }
    }

    /** {@code dialect}: the dialect of the home; null if every folder is searched. */
    private void below(Path folder, Dialect dialect, int depth) {
        var found = new ArrayList<Disk.Entry>();
        if (dialect == null) {
            whole.add(folder);
        }
        try {
            for (var entry : disk.list(folder)) {
                var name = entry.path().getFileName().toString();
                if (dialect == null && isDatabase(entry)) {
                    database(entry);
                } else if (entry.kind() == Disk.Kind.FOLDER && isFolderScanned(name, dialect, depth)) {
                    enter(entry.path(), dialect, depth + 1);
                } else if (entry.kind() == Disk.Kind.FILE && isTranscript(entry.path(), dialect, depth)) {
                    found.add(entry);
                } else if (entry.kind() == Disk.Kind.LINK && isWanted(entry.path(), dialect, depth)) {
                    links.add(entry.path());
                }
            }
            folders.add(folder);
        } catch (NoSuchFileException gone) {
            // It was deleted during the scan.
        } catch (IOException why) {
            unreadable.add(folder);
        }
        if (!found.isEmpty()) {
            files.accept(found);
        }
    }

    private void enter(Path folder, Dialect dialect, int depth) {
        if (!isExcluded(folder)) {
            below(folder, dialect, depth);
        }
    }

    /** Whether a link hides a readable target, or is broken and has the name of a transcript. */
    private boolean isWanted(Path link, Dialect dialect, int depth) {
        var name = link.getFileName().toString();
        try {
            return switch (followed(link).kind()) {
                case FILE -> isTranscript(link, dialect, depth);
                case FOLDER -> isFolderScanned(name, dialect, depth);
                case LINK, OTHER -> false;
            };
        } catch (IOException leadsNowhere) { // In a home, the target may have been a folder.
            return isTranscript(link, dialect, depth)
                    || dialect != null && name.indexOf('.') < 0 && dialect.isFolderScanned(name, depth);
        }
    }

    private static boolean isFolderScanned(String folder, Dialect dialect, int depth) {
        return dialect == null || dialect.isFolderScanned(folder, depth);
    }

    private static boolean isTranscript(Path path, Dialect dialect, int depth) {
        var file = TranscriptPaths.fileName(path);
        return dialect == null
                ? Dialects.all().stream().anyMatch(any -> any.isTranscript(file))
                : dialect.isTranscript(file, depth);
    }

    /**
     * Where a scan searched. {@code expected}: what was to be scanned, whether it exists or not, and the targets of
     * links there. {@code ancestors}: the existing folders above. {@code homes}: agents' homes; the files directly in
     * them are no transcripts. {@code databases}: those that contain transcripts.
     */
    public record Places(Set<Path> expected, Set<Path> ancestors, Set<Path> homes, Set<Path> databases) {
        static final Places NONE = new Places(Set.of(), Set.of(), Set.of(), Set.of());

        public Places {
            expected = Set.copyOf(expected);
            ancestors = Set.copyOf(ancestors);
            homes = Set.copyOf(homes);
            databases = Set.copyOf(databases);
        }

        /** Whether a path is where something is expected, or above. */
        boolean leadsTo(Path path) {
            return expected.stream().anyMatch(place -> place.startsWith(path));
        }
    }
}
