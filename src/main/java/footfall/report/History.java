package footfall.report;

import footfall.line.Dialect;
import footfall.line.FileLines;
import footfall.line.LineDetails;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.Source;
import footfall.tail.Chunks;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.tail.WholeLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/**
 * Reads transcript files in order and parses them in parallel: the reader reads chunks of complete lines,
 * workers parse them, and the caller receives the results in file order. Holds at most {@code WINDOW} chunks
 * per thread and {@code BYTES_MAX} bytes or one chunk, so memory does not grow with the history; a line may
 * have {@code line_bytes_max} bytes.
 * {@code excluded}: projects whose transcripts are not read.
 */
public record History(int threads, int lineBytesMax, ExcludedProjects excluded) {
    static final int CHUNK_BYTES = 256 << 10;
    private static final int WINDOW = 3;
    /** A chunk may be one line of {@code line_bytes_max}, so few chunks may be queued. */
    private static final long BYTES_MAX = 32 << 20;

    /** As many threads, for tasks that read whole files. */
    ParallelFiles files() {
        return new ParallelFiles(threads);
    }

    /** A parser that reads lines as this does. */
    LineParser parser() {
        return excluded.isEmpty() ? new LineParser(lineBytesMax) : new LineParser(lineBytesMax, excluded::isProject);
    }

    /** Converts a line on a parsing thread, while its bytes are available. */
    public interface LineMapper<T> {
        /**
         * Null to skip the line. {@code details} is valid only during the call; {@code place}: the byte offset of
         * the line's object in the file.
         */
        T of(Transcript file, Parsed.Accepted line, LineDetails details, long place);
    }

    /** Receives the converted lines in order, on the thread that called {@code read}. */
    public interface Sink<T> {
        /** {@code number}: the line number in the file, from 1. */
        void accept(Transcript file, long number, T made);

        /** Bytes that are not a line, and why. */
        default void rejected(Transcript file, long number, String why) {}
    }

    /** The files to read, with the counts that the reading adds to. */
    record Task(List<Transcript> files, Reading.Progress progress, Reading.Edit reading) {}

    /**
     * {@code line} counts from 1 (see {@link ChunkLines#isNumbered}). Either the converted line or the
     * rejection is null.
     */
    private record Placed<T>(long line, T made, RejectedBytes rejected) {}

    /**
     * {@code lines}: in the chunk; if the chunk knows its line numbers in the file, the number of the last.
     */
    private record ParsedChunk<T>(long lines, boolean isNumbered, List<Placed<T>> parts) {}

    /** {@code lent}: the array that the chunk may be in. */
    private record Parse<T>(Transcript file, long bytes, byte[] lent, Future<ParsedChunk<T>> made) {}

    /** Reads all files; returns after all results were passed on. */
    <T> void read(Task task, LineMapper<T> mapper, Sink<? super T> sink) throws InterruptedException {
        task.reading.files += task.files.size();
        var workers = Executors.newFixedThreadPool(threads, work -> {
            var thread = new Thread(work, "parse");
            thread.setDaemon(true);
            return thread;
        });
        try {
            new Pass<T>(workers, task, mapper, sink).read();
        } finally {
            workers.shutdownNow();
        }
    }

    private final class Pass<T> {
        private final ExecutorService workers;
        private final LineMapper<T> mapper;
        private final Sink<? super T> sink;
        private final Task task;
        private final LineParser parser = parser();
        private final ArrayDeque<Parse<T>> underWay = new ArrayDeque<>();
        /** Arrays of chunks that were parsed: new ones for each chunk would be a quarter of all that is allocated. */
        private final ArrayDeque<byte[]> free = new ArrayDeque<>();

        private long bytesUnderWay;
        private Transcript current;
        private long linesBefore;

        Pass(ExecutorService workers, Task task, LineMapper<T> mapper, Sink<? super T> sink) {
            this.workers = workers;
            this.task = task;
            this.mapper = mapper;
            this.sink = sink;
        }

        void read() throws InterruptedException {
            for (var file : task.files) {
                var sources = new FileSources(file.source(), parser, lineBytesMax);
                try (var chunks = WholeLines.of(file, CHUNK_BYTES, lineBytesMax)) {
                    var lent = lent();
                    for (var chunk = chunks.next(lent); chunk != null; chunk = chunks.next(lent)) {
                        submit(file, chunk, lent, sources.source());
                        sources.pass(chunk);
                        lent = lent();
                    }
                    free.push(lent);
                    if (sources.isHeadMissing()) {
                        task.reading.headMissing(file);
                    }
                } catch (IOException why) {
                    task.reading.unreadable(file, why);
                } catch (OutOfMemoryError full) {
                    throw NoMemory.in(file.path(), current == file ? linesBefore + 1 : 1, full);
                }
            }
            takeRest();
        }

        private byte[] lent() {
            return free.isEmpty() ? new byte[CHUNK_BYTES] : free.pop();
        }

        private void takeRest() throws InterruptedException {
            try {
                while (!underWay.isEmpty()) {
                    take();
                }
            } catch (OutOfMemoryError full) {
                throw NoMemory.in(current.path(), linesBefore + 1, full);
            }
        }

        private void submit(Transcript file, Chunks.Chunk chunk, byte[] lent, Source source)
                throws InterruptedException {
            long bytes = chunk.bytes().length() + chunk.tooLong();
            underWay.add(new Parse<>(file, bytes, lent, workers.submit(() -> parse(file, chunk, source))));
            bytesUnderWay += bytes;
            while (underWay.size() >= WINDOW * threads || bytesUnderWay > BYTES_MAX && !underWay.isEmpty()) {
                take();
            }
        }

        private ParsedChunk<T> parse(Transcript file, Chunks.Chunk chunk, Source source) {
            var parts = new ArrayList<Placed<T>>();
            var lines = new ChunkLines(file, new FileLines(parser, source));
            lines.read(chunk, new ChunkLines.Reader() {
                @Override
                public void accepted(long number, Parsed.Accepted part, LineDetails details, long place) {
                    var made = mapper.of(file, part, details, place);
                    if (made != null) {
                        parts.add(new Placed<>(number, made, null));
                    }
                }

                @Override
                public void rejected(long number, RejectedBytes bytes) {
                    parts.add(new Placed<>(number, null, bytes));
                }
            });
            return new ParsedChunk<>(lines.number(), ChunkLines.isNumbered(file), parts);
        }

        private void take() throws InterruptedException {
            var next = underWay.remove();
            bytesUnderWay -= next.bytes();
            if (current != next.file()) {
                current = next.file();
                linesBefore = 0;
            }
            var made = made(next);
            free.push(next.lent());
            long before = made.isNumbered() ? 0 : linesBefore;
            made.parts().forEach(part -> give(next.file(), before + part.line(), part));
            linesBefore = before + made.lines();
            task.reading.bytes += next.bytes();
            task.progress.read(next.bytes());
        }

        private ParsedChunk<T> made(Parse<T> parse) throws InterruptedException {
            try {
                return parse.made().get();
            } catch (ExecutionException bug) {
                if (bug.getCause() instanceof OutOfMemoryError full) {
                    throw NoMemory.at(parse.file().path(), linesBefore + 1, parse.bytes(), full);
                }
                throw new IllegalStateException(
                        "parsing failed in " + parse.file().path(), bug.getCause());
            }
        }

        private void give(Transcript file, long number, Placed<T> part) {
            var reading = task.reading;
            reading.lines++;
            if (part.rejected() == null) {
                sink.accept(file, number, part.made());
            } else {
                sink.rejected(
                        file,
                        number,
                        reading.rejected(file, number, part.rejected()).said());
            }
        }
    }

    /** Parses the lines of chunks of one file in order. Skips those of excluded projects. */
    static final class ChunkLines {
        private final FileLines lines;
        private final boolean isNumbered;
        private long number;
        private long lineOffset;

        /** {@code lines}: at the first line of the first chunk. */
        ChunkLines(Transcript file, FileLines lines) {
            this.lines = lines;
            this.isNumbered = isNumbered(file);
        }

        /** Whether chunks know the numbers of their lines in the file; else lines are counted from the first chunk. */
        static boolean isNumbered(Transcript file) {
            return file.source().dialect().framing() == Dialect.Framing.ELEMENTS;
        }

        /** Receives the parts of lines in order. {@code number} counts lines from 1. */
        interface Reader {
            /** {@code details} is valid only during the call; {@code place}: the byte offset of the line's object. */
            void accepted(long number, Parsed.Accepted part, LineDetails details, long place);

            void rejected(long number, RejectedBytes bytes);
        }

        /** The number of the latest line. */
        long number() {
            return number;
        }

        void read(Chunks.Chunk chunk, Reader reader) {
            if (chunk.tooLong() > 0) {
                number = isNumbered ? chunk.number() : number + 1;
                reader.rejected(
                        number, new RejectedBytes(RejectedBytes.Reason.TOO_LONG, chunk.offset(), chunk.tooLong()));
            }
            LineParser.Reader parts = (part, details) -> part(chunk, part, details, reader);
            chunk.eachLine((bytes, offset) -> {
                number = isNumbered ? chunk.numberOf(offset) : number + 1;
                lineOffset = offset;
                lines.each(bytes, offset, parts);
            });
        }

        private void part(Chunks.Chunk chunk, Parsed part, LineDetails details, Reader reader) {
            if (part instanceof RejectedBytes rejected) {
                reader.rejected(number, isNumbered ? element(rejected, lineOffset) : rejected);
            } else if (!lines.isExcluded(details)) {
                long place = chunk.placeOf(lineOffset) + part.offset() - lineOffset;
                reader.accepted(number, (Parsed.Accepted) part, details, place);
            }
        }

        /** Anything after an element on its line has the element's number: elements are counted, not bytes. */
        private static RejectedBytes element(RejectedBytes bad, long index) {
            return new RejectedBytes(bad.reason(), index, bad.length());
        }
    }

    /** Processes many files on several threads, each file on one of them. */
    record ParallelFiles(int threads) {
        interface Task<T> {
            /** {@code read} receives the bytes that were read, in total {@code size}. */
            T of(Path file, long size, LongConsumer read) throws IOException;
        }

        /** What a task made of a file, or why it could not read it; the other is null. */
        record Result<T>(Path path, T made, IOException why) {}

        private record Sized(Path path, long bytes) {
            static Sized of(Path path) {
                try {
                    return new Sized(path, TranscriptPaths.size(path));
                } catch (IOException gone) {
                    return new Sized(path, 0);
                }
            }
        }

        /** The results in the order of the files. The largest files come first, so that threads finish together. */
        <T> List<Result<T>> each(List<Path> files, Reading.Progress progress, Task<T> task)
                throws InterruptedException {
            var sized = files.stream().map(Sized::of).toList();
            progress.total(sized.stream().mapToLong(Sized::bytes).sum());
            var workers = Executors.newFixedThreadPool(threads, work -> {
                var thread = new Thread(work, "search");
                thread.setDaemon(true);
                return thread;
            });
            try {
                var under = new HashMap<Path, Future<Result<T>>>();
                sized.stream()
                        .sorted(Comparator.comparingLong(Sized::bytes).reversed())
                        .forEach(one -> under.put(one.path(), workers.submit(() -> result(one, progress, task))));
                var results = new ArrayList<Result<T>>();
                for (var path : files) {
                    results.add(under.get(path).get());
                }
                return results;
            } catch (ExecutionException bug) {
                throw bug.getCause() instanceof NoMemory full
                        ? full
                        : new IllegalStateException("searching failed", bug.getCause());
            } finally {
                workers.shutdownNow();
            }
        }

        private static <T> Result<T> result(Sized file, Reading.Progress progress, Task<T> task) {
            try {
                var made = task.of(file.path(), file.bytes(), bytes -> {
                    synchronized (progress) {
                        progress.read(bytes);
                    }
                });
                return new Result<>(file.path(), made, null);
            } catch (IOException why) {
                return new Result<>(file.path(), null, why);
            } catch (OutOfMemoryError full) {
                throw NoMemory.in(file.path(), 1, full);
            }
        }
    }
}
