package footfall.tail;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks whether transcripts belong to an excluded project. It checks their folder, the first working
 * directory in them and, for a subagent, also its main transcript. A file that contains no working directory
 * yet is deferred until it does. Thread-safe.
 */
public final class ProjectCheck {
    private final ExcludedProjects excluded;
    private final Disk disk;
    private final Map<Path, CachedProject> known = new ConcurrentHashMap<>();
    private volatile boolean isEnd;

    /** Whether a transcript is read, deferred or skipped. */
    enum Verdict {
        READ,
        WAITS,
        EXCLUDED
    }

    /** {@code at}: the file at the time of the verdict. */
    private record CachedProject(Disk.Entry at, Verdict verdict) {}

    public ProjectCheck(ExcludedProjects excluded, Disk disk) {
        this.excluded = excluded;
        this.disk = disk;
    }

    /** No more lines will be appended. A deferred file has no project and is read. */
    public void ends() {
        isEnd = true;
    }

    /** Whether no more lines will be appended. */
    public boolean isEnd() {
        return isEnd;
    }

    /** The same disk without excluded and deferred transcripts. */
    public Disk withoutExcluded() {
        return excluded.isEmpty() ? disk : new GuardedDisk(disk, this);
    }

    /** Scans places and leaves out excluded and deferred transcripts. */
    public Scan.Found of(List<Path> places) {
        return without(Scan.of(disk, places, excluded));
    }

    /** Scans one place that exists. */
    Scan.Found at(Path place) throws IOException {
        return without(Scan.at(disk, place, excluded));
    }

    private Scan.Found without(Scan.Found found) {
        if (excluded.isEmpty()) {
            return found;
        }
        var files = new ArrayList<Disk.Entry>();
        var unreadable = new ArrayList<>(found.unreadable());
        var left = new TreeSet<Path>();
        var waiting = new TreeSet<Path>();
        var verdicts = new ConcurrentHashMap<Path, Object>();
        found.files().parallelStream().forEach(entry -> verdicts.put(entry.path(), verdict(entry)));
        for (var entry : found.files()) {
            var verdict = verdicts.get(entry.path());
            if (verdict == Verdict.READ) {
                files.add(entry);
            } else if (verdict == Verdict.EXCLUDED) {
                left.add(entry.path());
            } else if (verdict == Verdict.WAITS || verdict instanceof ClosedByInterruptException) {
                waiting.add(entry.path());
            } else if (verdict instanceof IOException why && !(why instanceof NoSuchFileException)) {
                unreadable.add(entry.path());
            }
        }
        known.keySet().retainAll(verdicts.keySet());
        if (!found.folders().isEmpty()) {
            excluded.looked();
        }
        var all = found.excluded().and(new Excluded(left, Set.of()));
        return new Scan.Found(files, found.folders(), unreadable, found.links(), all, waiting);
    }

    /** The verdict, or the exception that prevented it. */
    private Object verdict(Disk.Entry entry) {
        var before = known.get(entry.path());
        if (before != null && before.at().equals(entry) && !(isEnd && before.verdict() == Verdict.WAITS)) {
            return before.verdict();
        }
        try {
            var verdict = of(entry.path());
            known.put(entry.path(), new CachedProject(entry, verdict));
            return verdict;
        } catch (IOException why) {
            known.remove(entry.path());
            return why;
        }
    }

    Verdict of(Path path) throws IOException {
        if (excluded.isEmpty()) {
            return Verdict.READ;
        }
        try (var file = disk.open(path)) {
            return of(path, file);
        }
    }

    /** Checks an open file; does not close it. */
    Verdict of(Path path, Disk.Opened file) throws IOException {
        if (excluded.isInFolder(path)) {
            return Verdict.EXCLUDED;
        }
        var head = ProjectHead.of(path, file);
        var own = verdict(head);
        var main = own == Verdict.EXCLUDED || head.source().agent() == null ? null : main(path, head);
        return main != null && main.compareTo(own) > 0 ? main : own;
    }

    private Verdict verdict(ProjectHead head) {
        if (head.cwd() != null) {
            return excluded.isProject(head.cwd()) ? Verdict.EXCLUDED : Verdict.READ;
        }
        return head.isFinal() || isEnd ? Verdict.READ : Verdict.WAITS;
    }

    /** The verdict on the main transcript of a subagent; null if there is no such file. */
    private Verdict main(Path agent, ProjectHead head) throws IOException {
        var names = TranscriptPaths.names(agent);
        var relative = head.source().dialect().mainFile(names, head.session());
        try {
            var path = relative == null
                    ? null
                    : agent.toAbsolutePath().resolveSibling(relative).normalize();
            if (path == null || path.equals(agent.toAbsolutePath().normalize())) {
                return null;
            }
            try (var file = disk.open(path)) {
                return verdict(ProjectHead.of(path, file));
            }
        } catch (NoSuchFileException | InvalidPathException none) {
            return null;
        }
    }
}
