package footfall.report;

import footfall.line.Dialect;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.LineParser;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.row.MemoryRows;
import footfall.row.Rows;
import footfall.session.ReportFold;
import footfall.session.ReportLine;
import footfall.session.SessionReport;
import footfall.session.SessionReport.ReportLimits;
import footfall.tail.Chunks;
import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.turn.LineOwners;
import footfall.turn.Prices;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Reports on sessions from their files, including those of subagents. */
public record FileReports(LocalFiles files, Prices prices) {
    private static final Comparator<SessionReport> OLDEST_FIRST = Comparator.comparing(
                    SessionReport::startTime, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(SessionReport::sessionId);

    /**
     * A report, what its limits omitted, the other sessions in the same file, and the statistics of the reading.
     */
    public record Result(
            SessionReport report, ReportFold.Omitted omitted, Set<String> otherSessions, Reading reading) {}

    /** The report on a file and its subagents, or on one session as in {@link #all}. */
    public Result one(Selection selection, ReportLimits limits, Reading.Progress progress)
            throws UserError, InterruptedException {
        return selection.isFile() ? file(selection.first(), limits, progress) : session(selection, limits, progress);
    }

    private Result file(Path path, ReportLimits limits, Reading.Progress progress)
            throws UserError, InterruptedException {
        var source = files.source(path);
        var named = new ReportFold.Named(source.session().value(), source.agent());
        var fold = new ReportFold(named, prices, limits);
        var repeats = new FileErrors.FileRepeats();
        var lines = new ReportLines(prices);
        var others = new TreeSet<String>();
        var none = LocalFiles.PriorReading.none(progress);
        var reading = files.one(
                path,
                ReportLines::read,
                (file, number, read) -> {
                    var session = read.part().line().envelope().session();
                    if (isOther(source, session)) {
                        others.add(session.value());
                    } else {
                        lines.each(file, read, line -> fold.main(counted(repeats, file, line)));
                    }
                },
                none);
        var agents = AgentFiles.of(path, new SessionId(fold.report().sessionId()));
        var all = files.more(
                agents,
                ReportLines::read,
                (file, number, read) ->
                        lines.each(file, read, line -> fold.subagent(file.source(), counted(repeats, file, line))),
                none.and(reading));
        return new Result(fold.report(), fold.omitted(), others, all);
    }

    /** Whether a line is of a second session, where lines name the session of those that follow. */
    private static boolean isOther(Source source, SessionId session) {
        return source.dialect().sourceText() != null && !session.equals(source.session());
    }

    private static ReportLine counted(FileErrors.FileRepeats repeats, Transcript file, ReportLine line) {
        return repeats.is(file, line.line()) ? line.repeated() : line;
    }

    private Result session(Selection selection, ReportLimits limits, Reading.Progress progress)
            throws UserError, InterruptedException {
        var sessions = new Sessions(limits, OwnerUuids.Owners.of(new PromptIndex()));
        var reading =
                files.of(selection, ReportLines::read, (file, number, line) -> sessions.take(file, line), progress);
        var fold = sessions.of(selection.session().value());
        sessions.settle();
        return new Result(fold.report(), fold.omitted(), Set.of(), reading);
    }

    /** Reports in the order of their start, those without a time last. */
    public record All(List<SessionReport> reports, Reading reading) {
        public All {
            reports = List.copyOf(reports);
        }
    }

    /**
     * A report without lists on every session at the paths, across all its files. Empty sessions are omitted;
     * subagents without a file of their session are a separate session. Lines that a fork repeats are counted
     * in the original only, and duplicate files once.
     */
    public All all(List<Path> places, Reading.Progress progress) throws InterruptedException {
        var made = files.grouped(places, progress, Group::new);
        var reports = made.groups().stream()
                .flatMap(group -> group.reports.stream())
                .sorted(OLDEST_FIRST)
                .toList();
        return new All(reports, made.reading());
    }

    /** The sessions of a group of files. */
    private final class Group implements GroupedFiles.Group {
        private Sessions sessions;
        private Rows seen = new MemoryRows();
        private Map<Transcript, Set<String>> byFile;
        private List<SessionReport> reports = List.of();

        Group(OwnerUuids.Owners owners) {
            sessions = new Sessions(ReportLimits.SUMS, owners);
            byFile = sessions.byFile;
        }

        @Override
        public boolean line(Transcript file, long number, Parsed.Accepted part, LineDetails details) {
            if (details.type() == null) {
                return false;
            }
            if (LocalFiles.isNew(seen, part.line())) {
                sessions.take(file, ReportLines.read(file, part, details, number));
            }
            return true;
        }

        @Override
        public void fileEnds() {
            sessions.settle();
        }

        @Override
        public void end() {
            reports = sessions.reports();
            sessions = null;
            seen = null;
        }

        @Override
        public Collection<String> sessions(Transcript file) {
            return byFile.getOrDefault(file, Set.of());
        }
    }

    /** By the session of each line, as for turns; all lines of a file before those of the next. */
    private final class Sessions {
        private final Map<String, ReportFold> bySession = new LinkedHashMap<>();
        private final FileErrors.FileRepeats repeats = new FileErrors.FileRepeats();
        private final LineOwners owners;
        private final Map<Transcript, Set<String>> byFile = new IdentityHashMap<>();
        private final ReportLines lines = new ReportLines(prices);
        private final Set<ReportFold> inFile = new LinkedHashSet<>();
        private final Map<String, ReportLine> unanswered = new LinkedHashMap<>();
        private final ReportLimits limits;
        private Transcript file;

        Sessions(ReportLimits limits, OwnerUuids.Owners prompts) {
            this.limits = limits;
            this.owners = new LineOwners(prompts);
        }

        void take(Transcript of, ReportLines.Read read) {
            if (file != of) {
                settle();
                owners.beginFile();
                file = of;
            }
            if (read.part().line() instanceof Line.Unresolved) {
                lines.each(of, read, this::count);
            } else {
                take(read.line());
            }
        }

        /** A prompt waits for its answer, which says whether it was copied. */
        private void take(ReportLine read) {
            var session = read.line().envelope().session().value();
            boolean isPrompt = read.line() instanceof Line.Prompt;
            var before = read.line() instanceof Line.Nothing ? null : unanswered.remove(session);
            if (before != null) {
                var origin = read.line() instanceof Line.Assistant
                        ? read.line().envelope().originOther()
                        : null;
                owned(before, origin);
            }
            if (isPrompt) {
                unanswered.put(session, read);
            } else {
                owned(read, null);
            }
        }

        /** {@code origin}: the session that the answer to a prompt says it was copied from, else null. */
        private void owned(ReportLine read, String origin) {
            var owner = read.line() instanceof Line.Nothing ? null : owners.ownerOther(read.line());
            count(owner == null && origin == null ? read : read.copyOf(origin == null ? owner : origin));
        }

        private void count(ReportLine read) {
            var line = read.copyOf() == null ? counted(repeats, file, read) : read;
            var session = line.line().envelope().session().value();
            var fold = of(session);
            if (inFile.add(fold)) {
                byFile.computeIfAbsent(file, none -> new HashSet<>()).add(session);
            }
            if (file.named().agent() == null) {
                fold.main(line);
            } else {
                fold.subagent(file.source(), line);
            }
        }

        ReportFold of(String session) {
            return bySession.computeIfAbsent(
                    session, none -> new ReportFold(new ReportFold.Named(session, null), prices, limits));
        }

        private void settle() {
            unanswered.values().forEach(prompt -> owned(prompt, null));
            unanswered.clear();
            inFile.forEach(ReportFold::settle);
            inFile.clear();
        }

        List<SessionReport> reports() {
            settle();
            return bySession.values().stream()
                    .map(ReportFold::report)
                    .filter(report -> !report.isEmpty())
                    .toList();
        }
    }

    /** The lines that reports count: of an unresolved line, those that it means. Expects files in their order. */
    private static final class ReportLines {
        private final FileFold fold;

        ReportLines(Prices prices) {
            var rules =
                    new TurnRules(TurnRules.LENGTH_THRESHOLD, TurnRules.STEPS_MAX, TurnRules.Timers.DEFAULTS, prices);
            fold = new FileFold(rules, OwnerUuids.Owners.NOBODY, turn -> false);
        }

        /** A line of a file and what it says for a report. */
        record Read(Parsed.Accepted part, ReportLine line) {}

        static Read read(Transcript file, Parsed.Accepted part, LineDetails details, long place) {
            return new Read(part, ReportLine.of(part.line(), details));
        }

        void each(Transcript file, Read read, Consumer<ReportLine> lines) {
            if (!(read.part.line() instanceof Line.Unresolved)) {
                lines.accept(read.line);
                return;
            }
            fold.resolve(file, read.part, () -> lines.accept(read.line.unresolved()), resolved -> {
                var owner = resolved.admission().isCopy() ? resolved.owner() : null;
                lines.accept(read.line.meaning(resolved.line(), owner));
            });
        }
    }

    /** Finds the files of a transcript's subagents. */
    static final class AgentFiles {
        private static final int HEAD_BYTES = 8 << 10;
        private static final LineParser PARSER = new LineParser();
        private static final Disk DISK = LocalDisk.ofPaths();

        private AgentFiles() {}

        /**
         * The files of a transcript's subagents: those in the folder that its dialect defines, and in claude's old
         * layout those beside it whose first line is of {@code session}. If lines name their session and agent, those
         * in the folders of the agent's home, or else beside it. A subagent's own file has none. Unreadable files are
         * skipped.
         */
        static List<Path> of(Path transcript, SessionId session) {
            var beside = transcript.toAbsolutePath().normalize().getParent();
            var source = TranscriptPaths.name(transcript).source();
            if (source.agent() != null) {
                return List.of();
            }
            var dialect = source.dialect();
            var named = dialect.agentFolder(TranscriptPaths.fileName(transcript), session);
            if (named == null) {
                return isAgentOf(session, transcript)
                        ? List.of()
                        : named(dialect, transcript.toAbsolutePath().normalize(), session);
            }
            var folder = beside.resolve(named);
            var agents = new TreeSet<>(agentFiles(dialect, folder, Integer.MAX_VALUE));
            for (var file : dialect.isAgentBeside() ? agentFiles(dialect, beside, 1) : List.<Path>of()) {
                if (isOf(session, file)) {
                    agents.add(file);
                }
            }
            agents.remove(transcript.toAbsolutePath().normalize());
            return List.copyOf(agents);
        }

        private static List<Path> named(Dialect dialect, Path transcript, SessionId session) {
            var folders = new TreeSet<Path>();
            for (var above = transcript.getParent();
                    above != null && above.getFileName() != null;
                    above = above.getParent()) {
                if (dialect.home().folders().contains(above.getFileName().toString())) {
                    var home = above;
                    dialect.home().folders().forEach(name -> folders.add(home.resolveSibling(name)));
                }
            }
            var places = folders.isEmpty() ? List.of(transcript.getParent()) : List.copyOf(folders);
            return places.stream()
                    .flatMap(folder -> files(dialect, folder, folders.isEmpty() ? 1 : Integer.MAX_VALUE).stream())
                    .filter(file -> !file.equals(transcript) && isAgentOf(session, file))
                    .toList();
        }

        private static boolean isAgentOf(SessionId session, Path file) {
            try {
                var opened = Transcript.open(file);
                return opened != null
                        && opened.named().agent() != null
                        && opened.named().session().equals(session);
            } catch (IOException gone) {
                return false;
            }
        }

        private static List<Path> agentFiles(Dialect dialect, Path folder, int depth) {
            return files(dialect, folder, depth).stream()
                    .filter(path -> TranscriptPaths.name(path).source().agent() != null)
                    .toList();
        }

        private static List<Path> files(Dialect dialect, Path folder, int depth) {
            if (TranscriptPaths.isInDatabase(folder)) {
                return inDatabase(folder);
            }
            try (var below = Files.find(folder, depth, (path, attributes) -> attributes.isRegularFile())) {
                return below.filter(path -> dialect.isTranscript(TranscriptPaths.fileName(path)))
                        .sorted()
                        .toList();
            } catch (IOException | UncheckedIOException none) {
                return List.of();
            }
        }

        private static List<Path> inDatabase(Path folder) {
            try {
                return DISK.list(folder).stream().map(Disk.Entry::path).sorted().toList();
            } catch (IOException none) {
                return List.of();
            }
        }

        private static boolean isOf(SessionId session, Path file) {
            var source = TranscriptPaths.name(file).source();
            var is = new boolean[1];
            try (var chunks = new Chunks(file, HEAD_BYTES, LineParser.LINE_BYTES_MAX)) {
                var head = chunks.next();
                if (head != null) {
                    head.eachLine((bytes, offset) -> is[0] |= offset == 0
                            && PARSER.parse(bytes, offset, source).stream()
                                    .anyMatch(part -> part instanceof Parsed.Accepted accepted
                                            && accepted.line()
                                                    .envelope()
                                                    .session()
                                                    .equals(session)));
                }
                return is[0];
            } catch (IOException gone) {
                return false;
            }
        }
    }
}
