package footfall.report;

import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.tail.WholeLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * Searches a file for sessions with an ID prefix. Searches bytes, and parses only lines that may name another
 * session: usually one per file. Stops as early as possible: an exact match ends the search for longer IDs.
 * Thread-safe.
 */
final class SessionSearch {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int SEARCHED_MAX = 64;

    private final String beginning;
    private final ByteNeedle needle;
    private final int lineBytesMax;
    private final LineParser parser;

    SessionSearch(String beginning, int lineBytesMax) {
        this.beginning = beginning;
        this.needle = new ByteNeedle("\"" + plain(beginning), false);
        this.lineBytesMax = lineBytesMax;
        this.parser = new LineParser(lineBytesMax);
    }

    /** The part that has a single encoding in JSON; what may be escaped is checked when the line is parsed. */
    private static String plain(String beginning) {
        int end = 0;
        while (end < Math.min(beginning.length(), SEARCHED_MAX) && isPlain(beginning.charAt(end))) {
            end++;
        }
        return beginning.substring(0, end);
    }

    private static boolean isPlain(char c) {
        return c > ' ' && c < 0x7F && c != '"' && c != '\\' && c != '/';
    }

    /**
     * {@code effective}: sessions of lines that have an effect; {@code all}: those and sessions of other lines,
     * which do not identify a session.
     */
    record Found(Set<String> effective, Set<String> all) {}

    /** @param read receives the bytes searched, in total the size of the file */
    Found in(Path file, long size, LongConsumer read) throws IOException {
        var one = new OneFile(file, size, read);
        one.search();
        read.accept(Math.max(0, size - one.passed));
        return one.found;
    }

    /** Whether the file name alone matches the prefix. */
    boolean isNamedSo(Path file) {
        return TranscriptPaths.name(file).source().session().value().startsWith(beginning);
    }

    private final class OneFile {
        private final Path file;
        private final long size;
        private final LongConsumer read;
        private final Found found = new Found(new TreeSet<>(), new TreeSet<>());
        private final Set<String> settled = new HashSet<>();
        private Transcript transcript;
        private long passed;
        /** Lines before others name their session. */
        private boolean isElsewhere;

        OneFile(Path file, long size, LongConsumer read) {
            this.file = file;
            this.size = size;
            this.read = read;
        }

        void search() throws IOException {
            if (TranscriptPaths.dialect(file).sourceText() != null) {
                searchSources();
                return;
            }
            boolean isNamed = isNamedSo(file);
            if (isNamed || !TranscriptPaths.dialect(file).isSessionInLines()) {
                transcript = isNamed ? Transcript.open(file) : null;
                if (transcript == null) {
                    return; // Without an effect, or of another session.
                }
                found.all.add(transcript.source().session().value());
            }
            if (transcript == null || transcript.source().dialect().isSessionInLines()) {
                searchBytes();
            }
            if (isElsewhere) {
                searchSources();
            }
            if (isNamed
                    && !found.effective.contains(transcript.source().session().value())
                    && !isOver()) {
                searchLines();
            }
        }

        /** The sessions of lines that do not name one, but come after a line that does. */
        private void searchSources() throws IOException {
            if (source().agent() != null) {
                named(source()); // Of a subagent, the lines may name no session.
            }
            if (transcript == null) {
                return;
            }
            var sources = new FileSources(source(), parser, lineBytesMax);
            try (var chunks = WholeLines.of(transcript, CHUNK_BYTES, lineBytesMax)) {
                for (var chunk = chunks.next(); chunk != null && !isOver(); chunk = chunks.next()) {
                    sources.pass(chunk, this::named);
                    pass(chunk);
                }
            }
        }

        private void named(Source source) {
            var session = source.session().value();
            if (session.startsWith(beginning)) {
                found.all.add(session);
                found.effective.add(session);
            }
        }

        /** The search can stop. */
        private boolean isOver() {
            return found.effective.contains(beginning);
        }

        private void searchBytes() throws IOException {
            var lent = new byte[(int) Math.max(1, Math.min(CHUNK_BYTES, size))];
            try (var chunks = new Chunks(file, CHUNK_BYTES, lineBytesMax)) {
                for (var chunk = chunks.next(lent); chunk != null && !isOver(); chunk = chunks.next(lent)) {
                    searchChunk(chunk.bytes());
                    pass(chunk);
                }
            }
        }

        private void searchChunk(Bytes bytes) throws IOException {
            int at = needle.in(bytes, bytes.from());
            while (at < bytes.to() && !isOver()) {
                var text = text(bytes, at + 1);
                boolean isKnown = settled.contains(text);
                int next = isKnown ? at + needle.length() : bytes.newlineFrom(at);
                if (!isKnown) {
                    line(CandidateLines.lineAt(bytes, at), text);
                }
                at = needle.in(bytes, next);
            }
        }

        /** The raw text up to the next quote. */
        private static String text(Bytes bytes, int from) {
            int end = from;
            while (end < bytes.to() && bytes.array()[end] != '"') {
                end++;
            }
            return new String(bytes.array(), from, end - from, StandardCharsets.UTF_8);
        }

        private void line(Bytes raw, String text) throws IOException {
            if (source().dialect().isSessionInLines()) {
                note(raw, source(), text);
            } else {
                isElsewhere = source().dialect().sourceText() != null;
            }
        }

        private Source source() throws IOException {
            transcript = transcript == null ? Transcript.open(file) : transcript;
            return transcript == null ? TranscriptPaths.name(file).source() : transcript.source();
        }

        private void note(Bytes raw, Source source, String text) {
            for (var part : parser.parse(raw, 0, source)) {
                if (part instanceof Parsed.Accepted accepted) {
                    note(accepted.line(), text);
                }
            }
        }

        private void note(Line line, String text) {
            var session = line.envelope().session();
            if (!session.value().startsWith(beginning)) {
                return;
            }
            found.all.add(session.value());
            if (!(line instanceof Line.Nothing)) {
                found.effective.add(session.value());
                if (text != null && new SessionId(text).equals(session)) {
                    settled.add(text);
                }
            }
        }

        /** The session of lines that do not name one. */
        private void searchLines() throws IOException {
            var own = transcript.source().session().value();
            try (var lines = WholeLines.of(transcript, CHUNK_BYTES, lineBytesMax)) {
                for (var chunk = lines.next(); chunk != null && !found.effective.contains(own); chunk = lines.next()) {
                    chunk.eachLine((bytes, offset) -> note(bytes, transcript.source(), null));
                }
            }
        }

        private void pass(Chunks.Chunk chunk) {
            long bytes = chunk.bytes().length() + chunk.tooLong();
            passed += bytes;
            read.accept(bytes);
        }
    }
}
