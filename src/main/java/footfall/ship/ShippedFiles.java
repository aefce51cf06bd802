package footfall.ship;

import footfall.line.Dialect;
import footfall.line.FileId;
import footfall.ship.ShippedFile.ShipCount.ShipBacklog;
import footfall.tail.Cursor;
import footfall.tail.Disk;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * All known files, those with unacknowledged lines, and running totals of existing files: number, bytes, and
 * unacknowledged bytes. A file is subtracted before it changes and added again afterwards, so reading the
 * totals takes the same time with a million files. Not thread-safe.
 */
public final class ShippedFiles {
    private static final int HEADLESS_MAX = 10_000;

    private final Map<Path, ShippedFile> files = new LinkedHashMap<>();
    private final Set<ShippedFile> underWay = new LinkedHashSet<>();
    private final Set<Path> halfWaiting = new LinkedHashSet<>();
    private final Map<Path, String> headless = new HashMap<>();
    private NewFiles fresh = new NewFiles();
    private final NewFiles.FileCounts agents = new NewFiles.FileCounts();
    private long size;
    private long behind;
    private int filesBehind;

    void put(ShippedFile file) {
        files.put(file.path(), file);
        add(file);
    }

    /** Adds a new file when it is its turn. {@code entry}: what was shipped of it at another path. */
    void meet(NewFiles.NewFile head, Checkpoint.Entry entry, Shipping shipping) {
        var file = new ShippedFile(head.path(), entry, shipping);
        put(file);
        file.found(head.size());
    }

    boolean isNew(NewFiles.NewFile head) {
        return get(head.path()).isNew();
    }

    /** The file at a path; null if unknown. */
    ShippedFile get(Path path) {
        return files.get(path);
    }

    /** The known files of these paths, without those that the latest scan did not find. */
    List<ShippedFile> existing(Set<Path> paths) {
        return paths.stream().filter(this::isExisting).map(files::get).toList();
    }

    boolean isExisting(Path path) {
        var file = files.get(path);
        return file != null && !file.isDeleted();
    }

    List<ShippedFile> all() {
        return List.copyOf(files.values());
    }

    Set<Path> paths() {
        return files.keySet();
    }

    /** A file was read. {@code isHeadMissing}: its lines mean nothing, because none names the session. */
    void read(Path path, Dialect dialect, boolean isHeadMissing) {
        if (!isHeadMissing) {
            headless.remove(path);
        } else if (headless.size() < HEADLESS_MAX) {
            headless.put(path, Transcripts.Found.headMissing(dialect));
        }
    }

    /** Forgets a fully acknowledged file; the totals keep it. */
    void release(ShippedFile file) {
        files.remove(file.path());
    }

    /** Those that an older reader read. {@code there}: the existing ones. */
    OutdatedFiles outdated(Map<Path, Disk.Entry> there, long sinceMs) {
        return new OutdatedFiles(
                files.values().stream()
                        .filter(ShippedFile::isOutdated)
                        .map(file -> new OutdatedFiles.Outdated(
                                file.path(), there.get(file.path()), file.dialect(), file.sessions()))
                        .toList(),
                sinceMs);
    }

    /** Removes files from the known ones. Returns whether any was removed. */
    boolean removeIf(BiPredicate<Path, ShippedFile> isOver) {
        return files.entrySet().removeIf(file -> isOver.test(file.getKey(), file.getValue()));
    }

    /** Sets the new files that a round found. */
    void found(NewFiles found) {
        fresh = found;
    }

    NewFiles fresh() {
        return fresh;
    }

    /** Resets all files to their acknowledged positions; a file without one is new again. */
    void again() {
        underWay.clear();
        halfWaiting.clear();
        fresh.back(
                file -> files.containsKey(file.path()) && files.get(file.path()).isNew());
        files.values().forEach(this::subtract);
        files.values().removeIf(ShippedFile::isNew);
        files.values().forEach(ShippedFile::again);
        files.values().forEach(this::add);
    }

    void add(ShippedFile file) {
        sum(file, 1);
    }

    void subtract(ShippedFile file) {
        sum(file, -1);
    }

    private void sum(ShippedFile file, int times) {
        if (!file.isDeleted()) {
            agents.add(file.dialect(), times);
        }
        size += times * file.size();
        behind += times * file.behind();
        filesBehind += file.behind() > 0 ? times : 0;
    }

    /** Lines of the file are being sent. */
    void sends(ShippedFile file) {
        underWay.add(file);
    }

    boolean isUnderWay() {
        return !underWay.isEmpty();
    }

    /** {@code moved}: receives each file with more acknowledged lines. */
    void settle(Consumer<ShippedFile> moved) {
        underWay.stream().filter(ShippedFile::settle).forEach(moved);
        underWay.removeIf(file -> !file.isUnderWay());
    }

    /** Whether a file ends with an incomplete line. */
    public boolean isHalfWaiting() {
        return !halfWaiting.isEmpty();
    }

    /** The files that end with an incomplete line. */
    Set<Path> halfWaiting() {
        return halfWaiting;
    }

    void halfWaiting(ShippedFile file, boolean isWaiting) {
        if (isWaiting) {
            halfWaiting.add(file.path());
        } else {
            halfWaiting.remove(file.path());
        }
    }

    /** If no lines are in flight: the files that are not shipped to their end, due to an incomplete line. */
    public List<Path> torn() {
        return files.values().stream()
                .filter(file -> file.behind() > 0)
                .map(ShippedFile::path)
                .toList();
    }

    ShipBacklog backlog(Set<Path> unreadable, int filesOutdated) {
        var existing = fresh.agents().and(agents);
        unreadable.stream().filter(this::isExisting).map(files::get).forEach(file -> existing.add(file.dialect(), -1));
        return new ShipBacklog(
                existing.sum(), filesBehind + fresh.count(), behind(), existing.byAgent(), headless, filesOutdated);
    }

    /** The size of all existing files. */
    public long size() {
        return size + fresh.bytes();
    }

    long behind() {
        return behind + fresh.bytes();
    }

    /**
     * Recognizes a file that is missing at the path where it was shipped and found at another one: it has the same
     * name in its id and the same first line. Only what was not shipped before is shipped from there.
     */
    static final class MovedFiles {
        private final Checkpoint state;
        private final Disk disk;
        private final Map<String, Path> missing = new HashMap<>();

        MovedFiles(Checkpoint state, Disk disk) {
            this.state = state;
            this.disk = disk;
            for (var path : state.goneSinceMs().keySet()) {
                var entry = state.entries().get(path);
                if (entry != null && !entry.cursor().isStart()) {
                    missing.put(entry.cursor().file().name(), path);
                }
            }
        }

        /** Where to start: of a file that was moved, where it was left at its former path. */
        Checkpoint.Entry entry(NewFiles.NewFile file) {
            var name = name(file);
            var former = missing.get(name);
            if (former == null || !isSame(state.entries().get(former), file.path())) {
                return Checkpoint.Entry.start(Cursor.start(name, 0));
            }
            missing.remove(name);
            state.goneSinceMs().remove(former);
            var entry = state.entries().remove(former);
            state.entries().put(file.path(), entry);
            return entry;
        }

        /** The name in the ID of a file. A file that cannot be read now has that of its path. */
        private String name(NewFiles.NewFile file) {
            var named = file.name();
            return file.dialect().isIdInName(named)
                    ? named.word()
                    : id(file.path()).map(FileId::name).orElse(named.word());
        }

        private boolean isSame(Checkpoint.Entry entry, Path path) {
            var hash = entry.cursor().file().firstLineHash();
            return id(path).filter(id -> id.firstLineHash().equals(hash)).isPresent();
        }

        private Optional<FileId> id(Path path) {
            try {
                return Optional.ofNullable(Transcript.open(path, disk.open(path)))
                        .map(Transcript::id);
            } catch (IOException unreadableOrGone) {
                return Optional.empty();
            }
        }
    }
}
