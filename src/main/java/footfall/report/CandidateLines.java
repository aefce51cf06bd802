package footfall.report;

import footfall.line.Bytes;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.tail.WholeLines;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The lines of a file that may contain a text: those whose bytes contain it, and those that escape a
 * character which JSON need not escape, because such a line may write the text in any way. The text contains no
 * character that JSON escapes, and is ASCII or has no ASCII character. Thread-safe.
 */
final class CandidateLines {
    private static final int CHUNK_BYTES = 256 << 10;
    private static final ByteNeedle ESCAPE = new ByteNeedle("\\u", false);
    private static final int ESCAPE_LENGTH = "\\u0041".length();

    private final ByteNeedle needle;
    private final int lineBytesMax;

    /** {@code needle}: null when every line may contain the text. */
    CandidateLines(ByteNeedle needle, int lineBytesMax) {
        this.needle = needle;
        this.lineBytesMax = lineBytesMax;
    }

    /** Receives a candidate; returns whether to continue. */
    interface Sink {
        /** {@code hit}: where the text was found; -1 when the line only escapes characters. */
        boolean line(Bytes line, int hit);
    }

    /** Searches a file of lines. Needs no knowledge of its dialect, as no JSON string contains a line break. */
    void inLines(Path file, long size, Sink sink) throws IOException {
        var lent = new byte[(int) Math.max(1, Math.min(CHUNK_BYTES, size))];
        try (var chunks = new Chunks(file, CHUNK_BYTES, lineBytesMax)) {
            boolean goesOn = true;
            for (var chunk = chunks.next(lent); chunk != null && goesOn; chunk = chunks.next(lent)) {
                goesOn = inChunk(chunk.bytes(), sink);
            }
        }
    }

    /** Searches the lines or elements of a transcript. */
    void in(Transcript file, Sink sink) throws IOException {
        var goesOn = new boolean[] {true};
        try (var chunks = WholeLines.of(file, CHUNK_BYTES, lineBytesMax)) {
            for (var chunk = chunks.next(); chunk != null && goesOn[0]; chunk = chunks.next()) {
                chunk.eachLine((line, offset) -> goesOn[0] = goesOn[0] && inChunk(line, sink));
            }
        }
    }

    private boolean inChunk(Bytes chunk, Sink sink) {
        int hit = next(chunk, chunk.from());
        int escape = escape(chunk, chunk.from());
        int from = chunk.from();
        while (Math.min(hit, escape) < chunk.to()) {
            int at = Math.min(hit, escape);
            int start = lineStart(chunk, at, from);
            int end = chunk.newlineFrom(at);
            if (!sink.line(new Bytes(chunk.array(), start, end), hit < end ? hit : -1)) {
                return false;
            }
            from = end;
            hit = hit < end ? next(chunk, end) : hit;
            escape = escape < end ? escape(chunk, end) : escape;
        }
        return true;
    }

    private int next(Bytes chunk, int from) {
        if (needle != null) {
            return needle.in(chunk, from);
        }
        int at = from;
        while (at < chunk.to() && chunk.array()[at] == '\n') {
            at++;
        }
        return at;
    }

    private static int lineStart(Bytes chunk, int at, int from) {
        int start = at;
        while (start > from && chunk.array()[start - 1] != '\n') {
            start--;
        }
        return start;
    }

    /** The next escape of a character that JSON need not escape; the end for none. */
    private int escape(Bytes chunk, int from) {
        if (needle == null) {
            return chunk.to();
        }
        int at = ESCAPE.in(chunk, from);
        while (at < chunk.to() && !isUnusual(chunk, at)) {
            at = ESCAPE.in(chunk, at + 1);
        }
        return at;
    }

    /** Agents escape control characters; and in a text, a backslash before a u. */
    private boolean isUnusual(Bytes chunk, int at) {
        var array = chunk.array();
        if (at + ESCAPE_LENGTH > chunk.to()) {
            return false;
        }
        boolean isAscii = array[at + 2] == '0' && array[at + 3] == '0' && array[at + 4] < '8';
        boolean isControl = isAscii && array[at + 4] < '2';
        if (isControl || isAscii != needle.isAscii()) {
            return false;
        }
        int backslashes = 0;
        while (at - backslashes > chunk.from() && array[at - backslashes - 1] == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 0;
    }
}
