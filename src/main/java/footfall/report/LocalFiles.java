package footfall.report;

import footfall.line.SessionId;
import footfall.line.Source;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads transcripts where they lie, for commands that need nothing running: every line once, in order, with
 * bounded memory. Bad lines are counted and named, never fatal; a file without one line that has a type is no
 * transcript.
 */
public final class LocalFiles {
    static final Reading.Progress UNTOLD = new Reading.Progress() {
        @Override
        public void total(long bytes) {}

        @Override
        public void read(long bytes) {}
    };

    private final History history;

    public LocalFiles(History history) {
        this.history = history;
    }

    /**
     * Reads one transcript; {@code mapper} receives every line that has a type.
     *
     * @throws UserError when it does not exist, cannot be read, or is not a transcript
     */
    public <T> Reading one(
            Path path, History.LineMapper<T> mapper, History.Sink<? super T> sink, Reading.Progress progress)
            throws UserError, InterruptedException {
        var file = open(path);
        if (file == null) {
            return new Reading.Edit().done(); // Nothing has been said in it yet.
        }
        progress.total(file.size());
        var edit = new Reading.Edit();
        history.read(new History.Task(List.of(file), progress, edit), typed(mapper), sink);
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
                sink);
        if (reading.files() == 0 && !reading.unreadable().isEmpty()) {
            var last = reading.unreadable().get(reading.unreadable().size() - 1);
            throw new UserError(last.message());
        }
        return reading;
    }

    /** Files to read, some of them perhaps copies, and the account that the reading continues. */
    private record Pass(TranscriptList files, Reading.Progress progress, Reading.Edit reading) {}

    private <T> Reading read(Pass pass, History.LineMapper<T> mapper, History.Sink<? super T> sink)
            throws InterruptedException {
        var found = pass.files.once();
        pass.progress.total(pass.reading.bytes + found.bytes());
        pass.reading.unreadable.addAll(found.unreadable());
        pass.reading.copies += pass.files.files().size() - found.files().size();
        pass.reading.excluded = pass.reading.excluded.and(pass.files.excluded());
        history.read(new History.Task(found.files(), pass.progress, pass.reading), typed(mapper), sink);
        return pass.reading.done();
    }

    private static <T> History.LineMapper<T> typed(History.LineMapper<T> mapper) {
        return (file, line, details, place) -> details.type() == null ? null : mapper.of(file, line, details, place);
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

    /** Adds the reading of some more files to one before: their size is added to what there is to read. */
    <T> Reading more(List<Path> paths, History.LineMapper<T> mapper, History.Sink<? super T> sink, PriorReading before)
            throws InterruptedException {
        var edit = new Reading.Edit();
        edit.add(before.reading());
        var files = TranscriptList.of(paths, history.excluded()).once();
        return read(new Pass(files, before.progress(), edit), mapper, sink);
    }

    /** How the reading of what came before went, and who is told of its progress. */
    record PriorReading(Reading reading, Reading.Progress progress) {}

    /** What a transcript is of, by its name and its dialect. */
    Source source(Path path) throws UserError {
        var file = open(path);
        return file == null ? TranscriptPaths.name(path).source() : file.source();
    }

    /** The session that is meant, or that a file is of; a subagent's has its agent behind it. */
    public String session(Selection selection) throws UserError, InterruptedException {
        if (!selection.isFile()) {
            return selection.session().value();
        } else if (StandardInput.is(selection.first())) {
            return sessionOfLines(selection.first());
        }
        var source = source(selection.first());
        return source.session() + (source.agent() == null ? "" : "-" + source.agent());
    }

    /** The session of the first line: nothing else names it. */
    private String sessionOfLines(Path path) throws UserError, InterruptedException {
        var first = new AtomicReference<SessionId>();
        one(
                path,
                (file, line, details, place) -> line.line().envelope().session(),
                (file, number, session) -> first.compareAndSet(null, session),
                UNTOLD);
        return (first.get() == null ? source(path).session() : first.get()).value();
    }

    /** Reads all transcripts at the places, homes, folders or files: each once, wherever it lies twice. */
    public <T> Reading all(
            List<Path> places, History.LineMapper<T> mapper, History.Sink<? super T> sink, Reading.Progress progress)
            throws InterruptedException {
        var there = TranscriptList.at(places, history.excluded());
        return read(new Pass(there, progress, new Reading.Edit()), mapper, sink);
    }
}
