package footfall.report;

import footfall.line.Bytes;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.tail.WholeLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The lines of a file that may contain one of some texts: those whose bytes contain it, and those that escape a
 * character of its kind. A text contains no character that JSON escapes, and is ASCII or has no ASCII character.
 * Thread-safe.
 */
final class CandidateLines {
    static final int CHUNK_BYTES = 1 << 20;

    private final List<ByteNeedle> needles;
    private final int lineBytesMax;
    private final ThreadLocal<byte[]> lent = ThreadLocal.withInitial(() -> new byte[CHUNK_BYTES]);

    /** {@code needle}: null when every line may contain the text. */
    CandidateLines(ByteNeedle needle, int lineBytesMax) {
        this(needle == null ? List.of() : List.of(needle), lineBytesMax);
    }

    /** {@code needles}: empty when every line may contain the text. */
    CandidateLines(List<ByteNeedle> needles, int lineBytesMax) {
        this.needles = List.copyOf(needles);
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
        boolean goesOn = true;
        try (var chunks = WholeLines.of(file, CHUNK_BYTES, lineBytesMax)) {
            for (var chunk = chunks.next(); chunk != null && goesOn; chunk = chunks.next()) {
                goesOn = in(chunk, sink);
            }
        }
    }

    /** Passes on the candidates among the lines or elements of a chunk; whether the sink wants more. */
    boolean in(Chunks.Chunk chunk, Sink sink) {
        if (chunk.elements() == null) {
            return in(chunk.bytes(), sink);
        }
        var goesOn = new boolean[] {true};
        chunk.eachLine((element, offset) -> goesOn[0] = goesOn[0] && inElement(element, sink));
        return goesOn[0];
    }

    /** Whether a line, or one of several, may contain the text. */
    boolean isCandidate(Bytes lines) {
        return needles.isEmpty() || needles.stream().anyMatch(needle -> needle.in(lines, lines.from()) < lines.to());
    }

    private boolean inElement(Bytes element, Sink sink) {
        return !isCandidate(element) || sink.line(element);
    }

    /** Passes on the candidates among whole lines; whether the sink wants more. */
    boolean in(Bytes chunk, Sink sink) {
        var found = new int[Math.max(1, needles.size())]; // Of each text, its first place after the line before.
        Arrays.fill(found, -1);
        for (int at = candidate(chunk, chunk.from(), found); at < chunk.to(); ) {
            var line = lineAt(chunk, at);
            if (!sink.line(line)) {
                return false;
            }
            at = candidate(chunk, Math.min(line.to() + 1, chunk.to()), found);
        }
        return true;
    }

    private int candidate(Bytes lines, int from, int[] found) {
        int first = needles.isEmpty() ? from : lines.to();
        for (int i = 0; i < needles.size(); i++) {
            found[i] = found[i] < from ? needles.get(i).in(lines, from) : found[i];
            first = Math.min(first, found[i]);
        }
        return first;
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
