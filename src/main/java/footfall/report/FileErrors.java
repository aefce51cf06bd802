package footfall.report;

import footfall.call.CallError;
import footfall.call.CallErrors;
import footfall.call.LineCalls;
import footfall.call.Repeats;
import footfall.line.Bytes;
import footfall.line.InputJson;
import footfall.line.Line;
import footfall.line.Resolvers;
import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The errors of one transcript or session, as a stream. Inputs of pending calls are not held: the bytes of
 * failed calls are read again.
 */
public record FileErrors(LocalFiles files) {
    /** Receives an error with the JSON of its call's input, null when there is none. */
    public interface Sink {
        void accept(CallError error, String input) throws IOException;
    }

    /**
     * The statistics of the reading; how many pending calls were evicted; and how many inputs could not be read
     * again because the file changed.
     */
    public record Result(Reading reading, long forgotten, long lost) {}

    /**
     * For a session, those of its main agent; if its files are missing, those of its subagents.
     *
     * @throws UncheckedIOException from the sink
     */
    public Result read(Selection selection, Sink sink, Reading.Progress progress)
            throws UserError, InterruptedException {
        try (var joined = new Joined(sink)) {
            var reading = files.of(
                    selection.ofMain(),
                    (file, line, details, place) -> LineCalls.of(line, details, place),
                    joined,
                    progress);
            return new Result(reading, joined.errors.forgotten(), joined.inputs.lost);
        }
    }

    /** Joins results to calls across all files. */
    private static final class Joined implements History.Sink<LineCalls>, AutoCloseable {
        private final CallErrors errors = new CallErrors();
        private final Resolvers resolvers = new Resolvers();
        private final Inputs inputs = new Inputs();
        private final Sink sink;
        private Transcript file;
        private final FileRepeats repeats = new FileRepeats();

        Joined(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void accept(Transcript of, long number, LineCalls line) {
            if (file != of) {
                file = of;
                inputs.files.add(of.path());
            }
            var calls = line.inFile(inputs.files.size() - 1);
            resolvers.meaning(line.line(), of.id()).events().forEach(means -> {
                if (!repeats.is(of, means)) {
                    errors.accept(calls.meaning(means)).forEach(error -> emit(error, inputs, sink));
                }
            });
        }

        @Override
        public void close() {
            inputs.close();
        }
    }

    private static void emit(CallError error, Inputs inputs, Sink sink) {
        try {
            var input = error.input() == null ? null : inputs.at(error.input());
            sink.accept(error, input == null ? null : InputJson.unwrapped(input));
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /** Opens a file at the first input: most transcripts have no errors. */
    private static final class Inputs implements AutoCloseable {
        private final List<Path> files = new ArrayList<>();
        private int opened;
        private Disk.Opened file;
        private long lost;

        String at(LineCalls.Input place) {
            try {
                if (file == null || opened != place.file()) {
                    close();
                    opened = place.file();
                    file = LocalDisk.openFollowingLinks(files.get(opened));
                }
                var bytes = ByteBuffer.allocate(place.length());
                while (bytes.hasRemaining() && file.read(bytes, place.offset() + bytes.position()) >= 0) {
                    // Reads until the input is complete.
                }
                if (!bytes.hasRemaining() && place.is(Bytes.of(bytes.array()))) {
                    return new String(bytes.array(), StandardCharsets.UTF_8);
                }
            } catch (IOException gone) {
                // Reported below: the file changed.
            }
            lost++;
            return null;
        }

        @Override
        public void close() {
            try {
                if (file != null) {
                    file.close();
                    file = null;
                }
            } catch (IOException why) {
                throw new UncheckedIOException(why);
            }
        }
    }

    /** Finds the lines that repeat others of their file. Files come one after the other. */
    static final class FileRepeats {
        private Transcript file;
        private Repeats repeats;

        boolean is(Transcript of, Line line) {
            if (file != of) {
                file = of;
                repeats = of.source().dialect().isRepeating() ? new Repeats() : null;
            }
            return repeats != null && repeats.is(line);
        }
    }
}
