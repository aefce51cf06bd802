package footfall.ship;

import footfall.line.BoundedMap;
import footfall.line.Dialect;
import footfall.line.FileId;
import footfall.line.LineParser;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.tail.Disk;
import footfall.tail.ProjectCheck;
import footfall.tail.Scan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Ships the current contents of the files, one round per call. The checkpoint advances after a line is
 * acknowledged, so a crash resends lines but skips none. Throws {@link InterruptException}. Not thread-safe.
 */
public final class Shipping {
    /** More files seldom grow side by side. */
    private static final int RESTED_MAX = 32;

    private final ShipSettings settings;
    private final Dependencies dependencies;
    private final ProjectCheck projects;
    private final Checkpoint state;
    private final ShippedFiles files = new ShippedFiles();
    private final UnreadableFiles unread = new UnreadableFiles();
    private Scan.Found found = Scan.Found.NONE;
    private final ShippedFile.ShipCount count = new ShippedFile.ShipCount();
    private final CheckpointSchedule saving;
    private final ReadAhead.Readers readers;
    private final ToIntFunction<Dialect> versions;
    private OutdatedFiles outdated;
    private final Map<ShippedFile, Redactor> rested = BoundedMap.evictingLeastRecentlyUsed(RESTED_MAX);
    private boolean isOnce;
    private boolean hasScanned;
    private ShippedFile reading;

    /** {@code pulse} runs periodically while lines are sent. */
    public record Dependencies(Disk disk, Outlet outlet, Checkpoint.Keeper checkpoint, Clock clock, Runnable pulse) {
        Dependencies with(Disk disk) {
            return new Dependencies(disk, outlet, checkpoint, clock, pulse);
        }
    }

    public Shipping(ShipSettings settings, Dependencies dependencies, Checkpoint state) {
        this(settings, dependencies, state, ReadAhead.Readers.threads(), Dialect::readerVersion);
    }

    /** Scans for files once, and forgets each file when it is fully acknowledged. */
    public static Shipping once(ShipSettings settings, Dependencies dependencies) {
        var shipping = new Shipping(settings, dependencies, Checkpoint.empty(""));
        shipping.isOnce = true;
        return shipping;
    }

    /** {@code versions}: of the readers. */
    Shipping(
            ShipSettings settings,
            Dependencies dependencies,
            Checkpoint state,
            ReadAhead.Readers readers,
            ToIntFunction<Dialect> versions) {
        this.readers = readers;
        this.versions = versions;
        this.settings = settings;
        this.projects = new ProjectCheck(settings.excluded(), dependencies.disk());
        this.dependencies = dependencies.with(projects.withoutExcluded());
        this.state = state;
        this.saving = new CheckpointSchedule(
                dependencies.checkpoint(), state, dependencies.clock(), settings.checkpointEvery());
        state.entries().forEach((path, entry) -> files.put(new ShippedFile(path, entry, this)));
    }

    /** Scans for files and ships their new lines. Returns the folders in which what it finds may change. */
    public Set<Path> round() {
        while (true) {
            try {
                if (isOnce && hasScanned) {
                    look(files.all());
                } else {
                    scan();
                }
                lookFresh();
                settleNow();
                return found.watched();
            } catch (Outlet.LineRefused refused) {
                again();
            }
        }
    }

    /** Ships the new lines of files that changed. Returns whether a scan is needed. */
    boolean round(Set<Path> changed) {
        var known = files.existing(changed);
        var databases =
                changed.stream().map(found::databaseOf).filter(Objects::nonNull).collect(Collectors.toSet());
        long gone = unread.gone();
        var isNew = new boolean[1];
        settleAfter(() -> {
            look(known);
            databases.forEach(database -> isNew[0] |= lookInto(database));
        });
        return isNew[0]
                || unread.gone() > gone
                || changed.stream()
                        .anyMatch(path -> found.databaseOf(path) == null
                                && !files.isExisting(path)
                                && found.covers(path, dependencies.disk()));
    }

    /** Those of these files that belong to a database. */
    List<Path> ofDatabases(Set<Path> paths) {
        return paths.stream().filter(path -> found.databaseOf(path) != null).toList();
    }

    /** Ships what is new in the sessions of a database. Returns whether a session is new or deleted. */
    private boolean lookInto(Path database) {
        var sessions = new ArrayList<Disk.Entry>();
        if (!unread.isRead(database, () -> sessions.addAll(dependencies.disk().list(database)))) {
            return true;
        }
        var known = sessions.stream()
                .filter(entry -> files.isExisting(entry.path()))
                .toList();
        known.forEach(entry -> scan(files.get(entry.path()), entry));
        return known.size() < sessions.size()
                || files.paths().stream()
                                .filter(path -> path.startsWith(database))
                                .filter(files::isExisting)
                                .count()
                        > known.size();
    }

    /** The last round: no more lines will be appended, so a valid last line needs no newline. */
    public void roundForGood() {
        projects.ends();
        round();
    }

    /** After a rejected record, no later record was sent: resets all files to their acknowledged positions. */
    private void again() {
        acknowledge();
        files.again();
        outdated = null;
    }

    private void scan() {
        unread.begins();
        var known = new LinkedHashMap<Path, Disk.Entry>();
        var fresh = new NewFiles();
        found = projects.of(
                settings.homes(),
                folder -> fresh.add(folder, files.paths(), dependencies.disk(), unread)
                        .forEach(entry -> known.put(entry.path(), entry)));
        unread.add(found);
        files.found(fresh.sorted());
        hasScanned = true;
        removeDeleted(known.keySet());
        if (outdated == null) {
            long keptMs = settings.turnsKept().toMillis();
            outdated = files.outdated(known, dependencies.clock().millis() - keptMs);
        }
        known.forEach((path, entry) -> scan(files.get(path), entry));
    }

    /** Sends the next files again that an older reader read. Returns whether there were any. */
    public boolean sendNextAgain() {
        var next = outdated == null ? null : outdated.next();
        if (next != null) {
            settleAfter(() -> sendAgain(next));
        }
        return next != null;
    }

    private void sendAgain(OutdatedFiles.Group group) {
        outdated.take(group);
        for (var path : group.paths(dependencies.disk())) {
            files.get(path).readAgain();
            look(List.of(files.get(path)));
        }
    }

    private void look(List<ShippedFile> known) {
        for (var file : known) {
            unread.isRead(file.path(), () -> scan(file, dependencies.disk().file(file.path())));
        }
    }

    /** Which version of its reader reads a file from now on. */
    int reader(Dialect dialect) {
        return versions.applyAsInt(dialect);
    }

    private void removeDeleted(Set<Path> there) {
        int gone = state.goneSinceMs().size();
        boolean isMoved = state.goneSinceMs().keySet().removeAll(there);
        isMoved |= files.removeIf((path, file) -> !there.contains(path)
                && file.markDeleted()
                && state.markMissing(path, found, dependencies.clock().millis()));
        if (isMoved || gone != state.goneSinceMs().size()) {
            saving.progressed();
        }
    }

    /** Ships new files in their order; a large backlog is read ahead. */
    private void lookFresh() {
        var fresh = files.fresh();
        boolean isMuch = fresh.bytes() >= readers.bytesMin();
        var moved = new ShippedFiles.MovedFiles(state, dependencies.disk());
        for (var part = fresh.next(); !part.isEmpty(); part = fresh.next()) {
            part.forEach(this::sendOlderLinesAgain);
            part.forEach(head -> files.meet(head, moved.entry(head), this));
            (isMuch ? lookAhead(part) : part).forEach(head -> scan(files.get(head.path()), head.entry()));
        }
    }

    /** What the session of a new file said before it, if it is to be sent again. */
    private void sendOlderLinesAgain(NewFiles.NewFile head) {
        var group = outdated == null || outdated.next() == null
                ? null
                : outdated.of(head.name().source().session().value());
        if (group != null) {
            sendAgain(group);
        }
    }

    /** Returns the files that it left out: their beginning was shipped before. */
    private List<NewFiles.NewFile> lookAhead(List<NewFiles.NewFile> part) {
        var rest = part.stream().filter(head -> !files.isNew(head)).toList();
        var heads = part.stream().filter(files::isNew).toList();
        long now = dependencies.clock().millis(); // Later changes are read in the next round.
        var sources = heads.stream()
                .map(head -> files.get(head.path()).ahead(projects.isEnd()))
                .toList();
        try (var ahead = ReadAhead.of(sources, readers)) {
            for (var head : heads) {
                var file = files.get(head.path());
                read(
                        file,
                        () -> file.take(new ShippedFile.FileCheck(head.entry(), now, projects.isEnd()), ahead.next()));
            }
        }
        return rest;
    }

    private void scan(ShippedFile file, Disk.Entry entry) {
        boolean isChanged = file.found(entry.size());
        var group = outdated == null ? null : outdated.of(file.path());
        if (group != null) {
            if (isChanged) {
                sendAgain(group);
            }
            return;
        }
        var check = file.due(entry, dependencies.clock().millis(), projects.isEnd());
        if (check != null) {
            read(file, () -> file.read(check));
        }
    }

    private void read(ShippedFile file, UnreadableFiles.Read read) {
        reading = file;
        try {
            if (!unread.isRead(file.path(), read)) {
                file.unread();
            }
        } finally {
            reading = null;
        }
        rest(file);
        settleWhenDue();
    }

    /** Runs at most as often as checkpoints are written. */
    void settleWhenDue() {
        if (saving.isDue()) {
            settleNow();
        }
    }

    /** Processes acknowledgements, and saves the checkpoint when it is due. */
    public void settle() {
        settleAfter(() -> {});
    }

    private void settleAfter(Runnable work) {
        try {
            work.run();
            settleNow();
        } catch (Outlet.LineRefused refused) {
            again();
            round();
        }
    }

    private void settleNow() {
        dependencies.outlet().check();
        acknowledge();
        saving.saveWhenDue();
        dependencies.pulse().run();
    }

    private void acknowledge() {
        files.settle(file -> {
            saving.progressed();
            state.entries().put(file.path(), file.acknowledged());
            rest(file);
        });
    }

    private void rest(ShippedFile file) {
        if (file.isUnderWay() || file == reading) {
            return;
        }
        if (isOnce && file.behind() == 0) {
            files.release(file);
            state.entries().remove(file.path());
        } else {
            file.rest();
        }
    }

    /** Waits for all acknowledgements and saves the checkpoint. */
    public void finish() throws IOException {
        while (true) {
            try {
                dependencies.outlet().flush();
                saveCheckpoint();
                return;
            } catch (Outlet.LineRefused refused) {
                again();
                round();
            }
        }
    }

    /** Saves the acknowledged positions without waiting. */
    public void saveCheckpoint() throws IOException {
        acknowledge();
        dependencies.pulse().run();
        saving.save();
    }

    /** The file with this name that is shipped, in any of the folders that were found; null for none. */
    ShippedFile shipped(String name) {
        return found.folders().stream()
                .map(folder -> folder.resolve(name))
                .filter(files::isExisting)
                .findFirst()
                .map(files::get)
                .orElse(null);
    }

    /** Sends what has no place in a file, and is not kept until it is acknowledged. */
    void send(RedactedLine line, Runnable taken) {
        settleAfter(() -> dependencies.outlet().send(new Outlet.Outgoing(line, -1, null, null, state.sender()), taken));
    }

    /** Whether acknowledgements are pending, or a checkpoint that includes them. */
    public boolean isUnsettled() {
        return saving.isMoved() || files.isUnderWay();
    }

    public ShipProgress progress() {
        return count.progress(
                files.backlog(unread.why().keySet(), outdated == null ? 0 : outdated.count()),
                unread,
                saving.unkept(),
                saving.keptAt(),
                state.sender());
    }

    /** The file whose lines are being sent; null between files. */
    public Path reading() {
        return reading == null ? null : reading.path();
    }

    ShipSettings settings() {
        return settings;
    }

    public ShippedFiles files() {
        return files;
    }

    Checkpoint state() {
        return state;
    }

    Dependencies dependencies() {
        return dependencies;
    }

    /** Keeps what a file's redactor knows, until it grows or more of others is kept. */
    void rest(ShippedFile file, Redactor redactor) {
        rested.put(file, redactor);
    }

    /** What was kept of a file, which it takes; null for nothing. */
    Redactor rested(ShippedFile file) {
        return rested.remove(file);
    }

    Redactor redactor() {
        return new Redactor(settings.redact(), new LineParser(settings.lineBytesMax(), settings.excluded()::isProject));
    }

    void acknowledged(ShippedFile.ShipCount more) {
        count.add(more);
    }

    /** Starts a file's next generation. It is saved before a line is sent, so a number is never reused. */
    int replaced(FileId file) throws IOException {
        int next = state.replaced(file);
        saving.save();
        return next;
    }
}
