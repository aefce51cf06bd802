package footfall.ship;

import footfall.line.RejectedBytes;
import footfall.redact.RawLine;
import footfall.redact.Redacted;
import footfall.redact.Redactor;
import footfall.tail.FileTail;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.function.Consumer;

/**
 * Reads the next lines of an open transcript and redacts them, a batch at a time. {@code isQuiet}: accept a
 * valid last line without a newline. Not thread-safe.
 */
record RedactedTail(FileTail tail, Redactor redactor, boolean isQuiet) implements Closeable {
    /** Restores the source, the chains of parents and the open calls at the cursor in the redactor. */
    void recall(CheckpointEntry entry) throws IOException {
        redactor.parents().recall(entry.parents());
        for (long offset : entry.named().offsets()) {
            recall(offset, redactor::recallSource);
        }
        for (var place : entry.calls()) {
            recall(place.offset(), raw -> redactor.recall(raw, place));
        }
    }

    private void recall(long offset, Consumer<RawLine> reader) throws IOException {
        var line = tail.lineAt(offset);
        if (line != null) {
            reader.accept(new RawLine(tail.cursor().file(), offset, tail.source(), line));
        }
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
        return new RedactedBatch(
                parts,
                tail.cursor(),
                redactor.openCalls().places(),
                redactor.named(),
                redactor.parents().ends());
    }

    @Override
    public void close() throws IOException {
        tail.close();
    }
}
