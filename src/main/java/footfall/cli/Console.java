package footfall.cli;

import footfall.config.Environment;
import footfall.config.LogFormat;
import footfall.report.StandardInput;
import footfall.run.RealTime;
import footfall.screen.SafeText;
import footfall.screen.Wrapped;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.LoggerFactory;

/**
 * The streams of a command: {@code in} is opened when it is first used; {@code out} is for results, {@code
 * err} for messages. {@code isScreen} and {@code isErrScreen} say whether they are terminals.
 */
record Console(
        Environment environment,
        Clock clock,
        StandardInput in,
        OutputStream out,
        PrintStream err,
        boolean isScreen,
        boolean isErrScreen) {

    static final String PREFIX = "footfall: ";

    static Console ofProcess() {
        return new Console(
                Environment.ofProcess(),
                RealTime.HERE,
                new StandardInput(new BufferedInputStream(new FileInputStream(FileDescriptor.in))),
                new FileOutputStream(FileDescriptor.out),
                new MessageStream(),
                isTerminal(1),
                isTerminal(2));
    }

    /** A writer for results, always UTF-8 as the transcripts are. The caller closes it. */
    Utf8Writer writer() {
        return new Utf8Writer(out);
    }

    /** Whether results may be colored; see no-color.org. A dumb terminal prints the sequences. */
    boolean isColoured() {
        var variables = environment.variables();
        return isScreen && variables.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(variables.get("TERM"));
    }

    /** Prints a message, escaped so that it cannot control the terminal. */
    void say(String message) {
        in.inMessage(message).lines().map(SafeText::of).forEach(this::print);
    }

    /** The same of words without a command to copy, in lines as wide as the terminal. */
    void sayWords(String message) {
        int width = isErrScreen ? ScreenWidth.of(HelpText.WIDTH_MAX) - PREFIX.length() : Table.ANY_WIDTH;
        say(String.join("\n", Wrapped.of(message, width)));
    }

    private void print(String line) {
        if (err instanceof Messages messages) {
            messages.say(line);
        } else {
            err.println(PREFIX + line);
        }
    }

    /** The same without a word, until it is to {@link #tell}. */
    Console held() {
        return new Console(environment, clock, in, out, new HeldMessages(this), isScreen, false);
    }

    /** Says what was held. */
    void tell() {
        if (err instanceof HeldMessages held) {
            held.tell();
        }
    }

    /** The format of messages from now on. */
    void format(LogFormat format) {
        if (err instanceof Messages messages) {
            messages.format(format);
        }
    }

    /** Warns that an option was renamed. */
    void sayRenamed(String old, String now) {
        say(old + " is now " + now + "; the old name works until the next release");
    }

    /** {@code System.console()} covers input and output together; the operating system reports each. */
    private static boolean isTerminal(int descriptor) {
        try {
            var target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException elsewhere) {
            return System.console() != null;
        }
    }

    /** A standard error that knows messages, line by line, from other text. */
    private abstract static class Messages extends PrintStream {
        Messages(OutputStream to) {
            super(to, true, StandardCharsets.UTF_8);
        }

        abstract void say(String line);

        /** To be called before anything is logged. */
        abstract void format(LogFormat format);
    }

    /** The standard error of a process. Messages become log events once the settings ask for JSON. */
    private static final class MessageStream extends Messages {
        /** The configuration of the log includes the appender of this format. */
        private static final String FORMAT_PROPERTY = "FOOTFALL_LOG_FORMAT";

        private static final String LOGGER = "footfall";
        private volatile boolean isJson;

        MessageStream() {
            super(new FileOutputStream(FileDescriptor.err));
        }

        @Override
        void format(LogFormat format) {
            System.setProperty(FORMAT_PROPERTY, format.word());
            isJson = format == LogFormat.JSON;
        }

        @Override
        void say(String line) {
            if (isJson) {
                LoggerFactory.getLogger(LOGGER).info("{}", line);
            } else {
                println(Console.PREFIX + line);
            }
        }
    }

    /** The latest messages of a command that may do well. */
    private static final class HeldMessages extends Messages {
        private static final int LINES_MAX = 1_000;

        private final Console to;
        private final Deque<String> lines = new ArrayDeque<>();

        HeldMessages(Console to) {
            super(OutputStream.nullOutputStream());
            this.to = to;
        }

        @Override
        synchronized void say(String line) {
            lines.add(line);
            if (lines.size() > LINES_MAX) {
                lines.remove();
            }
        }

        @Override
        void format(LogFormat format) {
            to.format(format);
        }

        synchronized void tell() {
            lines.forEach(to::print);
        }
    }

    /**
     * A buffered UTF-8 writer that replaces lone surrogates with {@code ?}. It encodes whole strings, because
     * the JDK's encoder goes character by character, which takes half the time of a brief before JIT
     * compilation. Not thread-safe.
     */
    static final class Utf8Writer extends Writer {
        private static final int BUFFER_BYTES = 1 << 16;
        private static final int NONE = -1;

        private final OutputStream out;
        private final byte[] buffer = new byte[BUFFER_BYTES];
        private int length;
        /** A high surrogate that waits for its low surrogate. */
        private int half = NONE;

        Utf8Writer(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int c) throws IOException {
            if (half == NONE && (c & 0xFFFF) < 0x80) {
                room(1);
                buffer[length++] = (byte) c;
            } else {
                write(String.valueOf((char) c));
            }
        }

        @Override
        public void write(char[] text, int from, int count) throws IOException {
            write(new String(text, from, count));
        }

        @Override
        public void write(String text, int from, int count) throws IOException {
            write(text.substring(from, from + count));
        }

        @Override
        public void write(String text) throws IOException {
            if (text.isEmpty()) {
                return;
            }
            var whole = half == NONE ? text : (char) half + text;
            char last = whole.charAt(whole.length() - 1);
            half = Character.isHighSurrogate(last) ? last : NONE;
            encode(half == NONE ? whole : whole.substring(0, whole.length() - 1));
        }

        private void encode(String text) throws IOException {
            encoded(text.getBytes(StandardCharsets.UTF_8));
        }

        /** Writes text that is UTF-8 already, and complete. */
        void encoded(byte[] bytes) throws IOException {
            room(bytes.length);
            if (bytes.length > buffer.length) {
                out.write(bytes);
                return;
            }
            System.arraycopy(bytes, 0, buffer, length, bytes.length);
            length += bytes.length;
        }

        private void room(int bytes) throws IOException {
            if (buffer.length - length < bytes) {
                drain();
            }
        }

        private void drain() throws IOException {
            int count = length;
            length = 0;
            out.write(buffer, 0, count);
        }

        /** A pending surrogate is kept. */
        @Override
        public void flush() throws IOException {
            drain();
            out.flush();
        }

        @Override
        public void close() throws IOException {
            try (out) {
                if (half != NONE) {
                    half = NONE;
                    encode("?");
                }
                drain();
            }
        }
    }
}
