package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.FileLines;
import footfall.line.LineDetails;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Source;
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
import java.util.function.Consumer;

/**
 * Checks whether transcripts belong to an excluded project. It checks their folder, the first working
 * directory in them and, for a subagent, also its main transcript. A file that contains no working directory
 * yet is deferred until it does. Thread-safe.
 */
public final class ProjectCheck {
    private final ExcludedProjects excluded;
    private final Disk disk;
    private Map<Path, CachedProject> known = Map.of();
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
    public Scan.Found of(List<Path> places, Consumer<List<Disk.Entry>> files) {
        var kept = new Kept(files);
        return kept.without(Scan.of(disk, places, excluded, kept));
    }

    /** Scans one place that exists. */
    Scan.Found at(Path place, Consumer<List<Disk.Entry>> files) throws IOException {
        var kept = new Kept(files);
        return kept.without(Scan.at(disk, place, excluded, kept));
    }

    /** Passes on the transcripts of one scan that are read. */
    private final class Kept implements Consumer<List<Disk.Entry>> {
        private final Consumer<List<Disk.Entry>> files;
        private final Map<Path, CachedProject> before = known;
        private final Set<Path> left = new TreeSet<>();
        private final Set<Path> waiting = new TreeSet<>();
        private final List<Path> unreadable = new ArrayList<>();

        private Kept(Consumer<List<Disk.Entry>> files) {
            this.files = files;
            known = new ConcurrentHashMap<>();
        }

        @Override
        public void accept(List<Disk.Entry> folder) {
            files.accept(excluded.isEmpty() ? folder : read(folder));
        }

        private List<Disk.Entry> read(List<Disk.Entry> folder) {
            var verdicts = folder.parallelStream().map(this::verdict).toList();
            var read = new ArrayList<Disk.Entry>();
            for (int i = 0; i < verdicts.size(); i++) {
                var path = folder.get(i).path();
                var verdict = verdicts.get(i);
                if (verdict == Verdict.READ) {
                    read.add(folder.get(i));
                } else if (verdict == Verdict.EXCLUDED) {
                    left.add(path);
                } else if (verdict == Verdict.WAITS || verdict instanceof ClosedByInterruptException) {
                    waiting.add(path);
                } else if (!(verdict instanceof NoSuchFileException)) {
                    unreadable.add(path);
                }
            }
            return read;
        }

        private Scan.Found without(Scan.Found found) {
            if (excluded.isEmpty()) {
                return found;
            }
            if (!found.folders().isEmpty()) {
                excluded.looked();
            }
            unreadable.addAll(0, found.unreadable());
            var all = found.excluded().and(new Excluded(left, Set.of()));
            return new Scan.Found(found.folders(), unreadable, found.links(), all, waiting, found.places());
        }

        /** The verdict, or the exception that prevented it. A file is opened again only after it changed. */
        private Object verdict(Disk.Entry entry) {
            var cached = before.get(entry.path());
            try {
                var verdict =
                        cached != null && cached.at().equals(entry) && !(isEnd && cached.verdict() == Verdict.WAITS)
                                ? cached.verdict()
                                : of(entry.path());
                if (!isEnd) { // At the end nothing is scanned again.
                    known.put(entry.path(), new CachedProject(entry, verdict));
                }
                return verdict;
            } catch (IOException why) {
                return why;
            }
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

    /**
     * A disk that hides the transcripts that a {@link ProjectCheck} excludes or defers. The check uses the opened
     * file, so a file that was replaced after the scan is checked again.
     */
    private record GuardedDisk(Disk disk, ProjectCheck check) implements Disk {
        @Override
        public Opened open(Path file) throws IOException {
            var opened = disk.open(file);
            boolean isRead = false;
            try {
                isRead = check.of(file, opened) == ProjectCheck.Verdict.READ;
            } finally {
                if (!isRead) {
                    opened.close();
                }
            }
            if (!isRead) {
                throw new NoSuchFileException(file.toString());
            }
            return opened;
        }

        @Override
        public List<Entry> list(Path folder) throws IOException {
            return disk.list(folder);
        }

        @Override
        public Entry stat(Path path) throws IOException {
            return disk.stat(path);
        }

        @Override
        public Path real(Path named) throws IOException {
            return disk.real(named);
        }

        @Override
        public byte[] read(Path file) throws IOException {
            return disk.read(file);
        }

        @Override
        public void write(Path file, byte[] bytes) throws IOException {
            disk.write(file, bytes);
        }

        @Override
        public void move(Path from, Path to) throws IOException {
            disk.move(from, to);
        }

        @Override
        public void force(Path folder) throws IOException {
            disk.force(folder);
        }
    }

    /**
     * The first working directory in a transcript, and the session of that line; both null if there is none.
     * {@code isFinal}: appended lines cannot change the result.
     */
    private record ProjectHead(Source source, String cwd, String session, boolean isFinal) {
        /** A transcript without a working directory in its first bytes, up to this limit, has no project. */
        static final long BYTES_MAX = 16 << 20;

        private static final int CHUNK_BYTES = 8 << 10;
        private static final LineParser PARSER = new LineParser();

        /** Reads the head of an open file; does not close it. */
        static ProjectHead of(Path path, Disk.Opened file) throws IOException {
            var source = SidecarFile.read(Transcript.source(path, file), path);
            if (source.folder() != null) {
                return new ProjectHead(source, source.folder(), source.session().value(), true);
            } else if (!source.dialect().isProjectInLines()) {
                return new ProjectHead(source, null, null, true);
            }
            var looking = new HeadReader(source);
            var sizes = new Chunks.Sizes(CHUNK_BYTES, LineParser.LINE_BYTES_MAX);
            WholeLines lines = source.dialect().framing() == Dialect.Framing.ELEMENTS
                    ? Elements.live(file, sizes)
                    : new Chunks(file, 0, sizes);
            long read = 0;
            for (var chunk = lines.next(); chunk != null && looking.cwd == null; chunk = lines.next()) {
                chunk.eachLine(looking::line);
                read += chunk.bytes().length();
                if (read >= BYTES_MAX) {
                    return new ProjectHead(source, looking.cwd, looking.session, true);
                }
            }
            return new ProjectHead(source, looking.cwd, looking.session, looking.cwd != null);
        }

        private static final class HeadReader {
            private final FileLines lines;
            private String cwd;
            private String session;

            private HeadReader(Source source) {
                this.lines = new FileLines(PARSER, source);
            }

            private void line(Bytes bytes, long offset) {
                if (cwd == null) {
                    lines.each(bytes, offset, this::part);
                }
            }

            private void part(Parsed part, LineDetails details) {
                boolean isNamed = details != null
                        && details.cwd() != null
                        && !details.cwd().isBlank();
                if (cwd == null && isNamed && part instanceof Parsed.Accepted accepted) {
                    cwd = details.cwd();
                    session = accepted.line().envelope().session().value();
                }
            }
        }
    }
}
