package footfall.report;

import footfall.line.Bytes;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.tail.WholeLines;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The lines of a file that may contain a text: those whose bytes contain it, and those that escape a character
 * of its kind. The text contains no character that JSON escapes, and is ASCII or has no ASCII character.
 * Thread-safe.
 */
final class CandidateLines {
    static final int CHUNK_BYTES = 1 << 20;

    private final ByteNeedle needle;
    private final UnusualEscapes escapes;
    private final int lineBytesMax;
    private final ThreadLocal<byte[]> lent = ThreadLocal.withInitial(() -> new byte[CHUNK_BYTES]);

    /** {@code needle}: null when every line may contain the text. */
    CandidateLines(ByteNeedle needle, int lineBytesMax) {
        this.needle = needle;
        this.escapes = needle == null || needle.isAscii() ? UnusualEscapes.ASCII : UnusualEscapes.OTHER;
        this.lineBytesMax = lineBytesMax;
    }

    /** Receives a candidate; returns whether to continue. */
    interface Sink {
        boolean line(Bytes line);
    }

    /** Whether a file of any dialect has a candidate: no JSON string contains a line break. */
    boolean isIn(Path file) throws IOException {
        try (var chunks = new Chunks(file, CHUNK_BYTES, lineBytesMax)) {
            for (var chunk = chunks.next(lent.get()); chunk != null; chunk = chunks.next(lent.get())) {
                if (isCandidate(chunk.bytes())) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Passes on the candidates among the lines or elements of a transcript. */
    void in(Transcript file, Sink sink) throws IOException {
        var goesOn = new boolean[] {true};
        try (var chunks = WholeLines.of(file, CHUNK_BYTES, lineBytesMax)) {
            for (var chunk = chunks.next(); chunk != null && goesOn[0]; chunk = chunks.next()) {
                if (chunk.elements() == null) {
                    goesOn[0] = inChunk(chunk.bytes(), sink);
                } else {
                    chunk.eachLine((element, offset) -> goesOn[0] = goesOn[0] && inElement(element, sink));
                }
            }
        }
    }

    /** Whether a line, or one of several, may contain the text. */
    boolean isCandidate(Bytes lines) {
        return needle == null
                || needle.in(lines, lines.from()) < lines.to()
                || escapes.in(lines, lines.from()) < lines.to();
    }

    private boolean inElement(Bytes element, Sink sink) {
        return !isCandidate(element) || sink.line(element);
    }

    private boolean inChunk(Bytes chunk, Sink sink) {
        int hit = hit(chunk, chunk.from());
        int escape = escapes.in(chunk, chunk.from());
        while (Math.min(hit, escape) < chunk.to()) {
            var line = lineAt(chunk, Math.min(hit, escape));
            if (!sink.line(line)) {
                return false;
            }
            int next = Math.min(line.to() + 1, chunk.to());
            hit = hit < next ? hit(chunk, next) : hit;
            escape = escape < next ? escapes.in(chunk, next) : escape;
        }
        return true;
    }

    private int hit(Bytes chunk, int from) {
        return needle == null ? from : needle.in(chunk, from);
    }

    /** The line around a position. */
    static Bytes lineAt(Bytes chunk, int at) {
        int start = at;
        while (start > chunk.from() && chunk.array()[start - 1] != '\n') {
            start--;
        }
        return new Bytes(chunk.array(), start, chunk.newlineFrom(at));
    }
}
