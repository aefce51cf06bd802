package footfall.report;

import footfall.line.Bytes;
import footfall.line.FileLines;
import footfall.line.LineParser;
import footfall.line.Source;
import footfall.tail.Chunks;
import java.util.function.Consumer;

/**
 * The sources of the lines of one file, chunk by chunk. Parses the first line of the file, and the lines that may
 * name a source, or a working directory if some are excluded. Not thread-safe.
 */
final class FileSources {
    private final FileLines lines;
    private final CandidateLines naming;
    private boolean hasLines;

    /** {@code source}: from the name of the file. */
    FileSources(Source source, LineParser parser, int lineBytesMax) {
        lines = new FileLines(parser, source);
        var texts = parser.textsNaming(source);
        naming = texts.isEmpty()
                ? null
                : new CandidateLines(
                        texts.stream().map(text -> new ByteNeedle(text, false)).toList(), lineBytesMax);
    }

    /** Whether there were lines that mean nothing, because none named their session. */
    boolean isHeadMissing() {
        var source = lines.source();
        return hasLines && source.dialect().isHeadNeeded() && source.threads().isEmpty();
    }

    /** Whether lines may change the source. */
    boolean isChanging() {
        return naming != null;
    }

    /** The source of the first line of the next chunk. */
    Source source() {
        return lines.source();
    }

    void pass(Chunks.Chunk chunk) {
        pass(chunk, source -> {});
    }

    /** {@code named}: receives each source that a line names. */
    void pass(Chunks.Chunk chunk, Consumer<Source> named) {
        if (naming == null) {
            return;
        }
        hasLines = true;
        var bytes = chunk.bytes();
        if (chunk.offset() == 0 && bytes.length() > 0) {
            line(
                    chunk.elements() == null
                            ? CandidateLines.lineAt(bytes, bytes.from())
                            : chunk.elements().get(0).bytes(),
                    named);
        }
        naming.in(chunk, line -> {
            line(line, named);
            return true;
        });
    }

    private void line(Bytes line, Consumer<Source> named) {
        var before = lines.source();
        lines.parse(line, 0);
        if (lines.source() != before) {
            named.accept(lines.source());
        }
    }
}
