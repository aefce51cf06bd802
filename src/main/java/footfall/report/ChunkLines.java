package footfall.report;

import footfall.line.Dialect;
import footfall.line.FileLines;
import footfall.line.LineDetails;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.tail.Chunks;
import footfall.tail.Transcript;

/** Parses the lines of chunks of one file in order. Skips those of excluded projects. */
final class ChunkLines {
    private final FileLines lines;
    private final boolean isNumbered;
    private long number;

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
            reader.rejected(number, new RejectedBytes(RejectedBytes.Reason.TOO_LONG, chunk.offset(), chunk.tooLong()));
        }
        chunk.eachLine((bytes, offset) -> {
            number = isNumbered ? chunk.numberOf(offset) : number + 1;
            lines.each(bytes, offset, (part, details) -> {
                if (part instanceof RejectedBytes rejected) {
                    reader.rejected(number, isNumbered ? element(rejected, offset) : rejected);
                } else if (!lines.isExcluded(details)) {
                    long place = chunk.placeOf(offset) + part.offset() - offset;
                    reader.accepted(number, (Parsed.Accepted) part, details, place);
                }
            });
        });
    }

    /** Anything after an element on its line has the element's number: elements are counted, not bytes. */
    private static RejectedBytes element(RejectedBytes bad, long index) {
        return new RejectedBytes(bad.reason(), index, bad.length());
    }
}
