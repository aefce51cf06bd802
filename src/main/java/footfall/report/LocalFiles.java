package footfall.report;

import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.row.MemoryRows;
import footfall.row.Rows;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.turn.SeenLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads transcript files in place, for commands that need no running process: every line once, in order, with
 * bounded memory. Invalid lines are counted and reported, never fatal; a file in which no line has a type is not
 * a transcript.
 */
public final class LocalFiles {
    public static final Reading.Progress NO_PROGRESS = new Reading.Progress() {};

    private final History history;
    /** The word of the only dialect to search for, or null. */
    private final String agent;

    public LocalFiles(History history) {
        this(history, null);
    }

    private LocalFiles(History history, String agent) {
        this.history = history;
        this.agent = agent;
    }

    /** The same, of which {@link #all} reads the transcripts of one dialect; null for those of all. */
    LocalFiles ofAgent(String word) {
        return new LocalFiles(history, word);
    }

    /**
     * Reads one transcript; {@code mapper} receives every line that has a type.
     *
     * @throws UserError when it does not exist, cannot be read, or is not a transcript
     */
    public <T> Reading one(
            Path path, History.LineMapper<T> mapper, History.Sink<? super T> sink, Reading.Progress progress)
            throws UserError, InterruptedException {
        return one(path, mapper, sink, PriorReading.none(progress));
    }

    /** The same, before {@link #more}. */
    <T> Reading one(Path path, History.LineMapper<T> mapper, History.Sink<? super T> sink, PriorReading none)
            throws UserError, InterruptedException {
        var file = open(path);
        if (file == null) {
            return none.reading(); // It is empty.
        }
        none.progress().total(file.size());
        var edit = new Reading.Edit();
        read(new History.Task(List.of(file), none.progress(), edit), mapper, new NewLines<>(sink, none.seen()));
        var reading = edit.done();
        if (!reading.unreadable().isEmpty()) {
            var first = reading.unreadable().get(0);
            throw new UserError(first.message());
        } else if (reading.lines() == reading.rejectedLines()) {
            throw new UserError(path + " is not a transcript: none of its lines is a JSON object with a type");
        }
        return reading;
    }

    /**
     * Reads the selection: a file as {@link #one}; of a session its lines, in all its files in their order. An
     * unreadable file of a session is skipped.
     *
     * @throws UserError as {@link #one}, or when no file of the session can be read
     */
    public <T> Reading of(
            Selection selection, History.LineMapper<T> mapper, History.Sink<? super T> sink, Reading.Progress progress)
            throws UserError, InterruptedException {
        if (selection.isFile()) {
            return one(selection.first(), mapper, sink, progress);
        }
        var edit = new Reading.Edit();
        edit.unreadable.addAll(selection.unseen());
        edit.excluded = selection.excluded();
        var files = TranscriptList.of(selection.files(), history.excluded());
        var reading = read(
                new Pass(files, progress, edit),
                (file, line, details, place) ->
                        selection.contains(line.line()) ? mapper.of(file, line, details, place) : null,
                new NewLines<>(sink, new MemoryRows()));
        if (reading.files() == 0 && !reading.unreadable().isEmpty()) {
            var last = reading.unreadable().get(reading.unreadable().size() - 1);
            throw new UserError(last.message());
        }
        return reading;
    }

    /** The files to read, which may include copies, and the result to which they are added. */
    private record Pass(TranscriptList files, Reading.Progress progress, Reading.Edit reading) {}

    private <T> Reading read(Pass pass, History.LineMapper<T> mapper, NewLines<T> sink) throws InterruptedException {
        var found = pass.files.once();
        pass.progress.total(pass.reading.bytes + found.bytes());
        pass.reading.unreadable.addAll(found.unreadable());
        pass.reading.copies += pass.files.files().size() - found.files().size();
        pass.reading.excluded = pass.reading.excluded.and(pass.files.excluded());
        read(new History.Task(found.files(), pass.progress, pass.reading), mapper, sink);
        return pass.reading.done();
    }

    private <T> void read(History.Task task, History.LineMapper<T> mapper, NewLines<T> sink)
            throws InterruptedException {
        history.<NewLines.Mapped<T>>read(
                task,
                (file, line, details, place) -> {
                    var made = details.type() == null ? null : mapper.of(file, line, details, place);
                    return made == null ? null : new NewLines.Mapped<>(line.line(), made);
                },
                sink);
    }

    /** Whether an agent did not write the line before, as the fold decides it. */
    static boolean isNew(Rows seen, Line line) {
        boolean isResolved = line instanceof Line.Nothing || line instanceof Line.Unresolved;
        return isResolved || SeenLines.isNew(seen, LineEvents.of(line));
    }

    /** Leaves out the lines that an agent wrote before. */
    private record NewLines<T>(History.Sink<? super T> sink, Rows seen) implements History.Sink<NewLines.Mapped<T>> {
        record Mapped<T>(Line line, T made) {}

        @Override
        public void accept(Transcript file, long number, Mapped<T> mapped) {
            var line = mapped.line();
            if (isNew(seen, line)) {
                sink.accept(file, number, mapped.made());
            }
        }

        @Override
        public void rejected(Transcript file, long number, String why) {
            sink.rejected(file, number, why);
        }
    }

    private Transcript open(Path path) throws UserError {
        if (TranscriptList.isOther(path)) {
            throw new UserError(TranscriptList.notRegularFile(path).message());
        }
        TranscriptList.refuse(path, history.excluded());
        try {
            return Transcript.open(path);
        } catch (IOException why) {
            var unreadable = Reading.Unreadable.of(path, why);
            throw new UserError(unreadable.message(), why);
        }
    }

    /** Reads more files after an earlier pass: their size is added to its total. */
    <T> Reading more(List<Path> paths, History.LineMapper<T> mapper, History.Sink<? super T> sink, PriorReading before)
            throws InterruptedException {
        var edit = new Reading.Edit();
        edit.add(before.reading());
        var files = TranscriptList.of(paths, history.excluded()).once();
        return read(new Pass(files, before.progress(), edit), mapper, new NewLines<>(sink, before.seen()));
    }

    /** The result of an earlier pass, its progress observer, and the lines that it saw. */
    record PriorReading(Reading reading, Reading.Progress progress, Rows seen) {
        static PriorReading none(Reading.Progress progress) {
            return new PriorReading(new Reading.Edit().done(), progress, new MemoryRows());
        }

        PriorReading and(Reading more) {
            return new PriorReading(more, progress, seen);
        }
    }

    /** The source of a transcript, from its name and dialect. */
    Source source(Path path) throws UserError {
        var file = open(path);
        return file == null ? TranscriptPaths.name(path).source() : file.named();
    }

    /** The ID of the selected session, or of the file's; for a subagent followed by {@code -} and its agent ID. */
    public String session(Selection selection) throws UserError, InterruptedException {
        if (!selection.isFile()) {
            return selection.session().value();
        } else if (StandardInput.is(selection.first())) {
            return sessionOfLines(selection.first());
        }
        var source = source(selection.first());
        return source.session() + (source.agent() == null ? "" : "-" + source.agent());
    }

    /** The session of the first line: standard input has no name. */
    private String sessionOfLines(Path path) throws UserError, InterruptedException {
        var first = new AtomicReference<SessionId>();
        one(
                path,
                (file, line, details, place) -> line.line().envelope().session(),
                (file, number, session) -> first.compareAndSet(null, session),
                NO_PROGRESS);
        return (first.get() == null ? source(path).session() : first.get()).value();
    }

    /** Reads all transcripts at the places, homes, folders or files: each once, even if found twice. */
    public <T> Reading all(
            List<Path> places, History.LineMapper<T> mapper, History.Sink<? super T> sink, Reading.Progress progress)
            throws InterruptedException {
        var there = TranscriptList.at(places, history.excluded()).of(agent);
        return read(new Pass(there, progress, new Reading.Edit()), mapper, new NewLines<>(sink, new MemoryRows()));
    }

    /** What groups made, and the statistics of the reading. */
    record Grouped<G>(List<G> groups, Reading reading) {}

    /** The same transcripts, on several threads. */
    <G extends GroupedFiles.Group> Grouped<G> grouped(
            List<Path> places, Reading.Progress progress, GroupedFiles.Maker<G> maker) throws InterruptedException {
        var there = TranscriptList.at(places, history.excluded()).of(agent);
        var once = there.once();
        progress.total(once.bytes());
        var made = new GroupedFiles(history, progress).read(once.files(), List.of(), maker);
        var sum = new Reading.Edit();
        sum.copies = there.files().size() - once.files().size();
        sum.add(made.reading(once));
        return new Grouped<>(
                made.groups().stream().map(GroupedFiles.Made::group).toList(), sum.done());
    }
}
