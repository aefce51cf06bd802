package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.redact.RawLine;
import footfall.redact.Redacted;
import footfall.redact.Redactor;
import footfall.tail.FileTail;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;

/**
 * Reads the next lines of an open transcript and redacts them, a batch at a time. {@code isQuiet}: accept a
 * valid last line without a newline. Not thread-safe.
 */
record RedactedTail(FileTail tail, Redactor redactor, boolean isQuiet) implements Closeable {
    /** Gives the redactor what it knows at the cursor: reads the file up to there, and sends nothing. */
    void recall() throws IOException {
        var at = tail.cursor();
        if (at.isStart()) {
            return;
        }
        tail.before(
                at.offset(), (bytes, offset) -> redactor.redact(new RawLine(at.file(), offset, tail.source(), bytes)));
    }

    /** The next batch; null at the end. */
    RedactedBatch next() throws IOException {
        var chunk = tail.next(isQuiet);
        if (chunk == null) {
            return null;
        }
        var file = tail.cursor().file();
        var parts = new ArrayList<Redacted>();
        if (chunk.tooLong() > 0) {
            parts.add(new Redacted.Rejected(
                    new RejectedBytes(RejectedBytes.Reason.TOO_LONG, chunk.offset(), chunk.tooLong())));
        }
        chunk.eachLine(
                (bytes, offset) -> parts.addAll(redactor.redact(new RawLine(file, offset, tail.source(), bytes))));
        return new RedactedBatch(parts, tail.cursor());
    }

    @Override
    public void close() throws IOException {
        tail.close();
    }
}
