package footfall.report;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Resolvers;
import footfall.line.Source;
import footfall.line.ToolResult;
import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads lines again for the errors of calls, each without the lines before it. Keeps the latest file open. */
final class ErrorTexts implements AutoCloseable {
    private final LineParser parser = new LineParser();
    private Path file;
    private Disk.Opened opened;
    private Source source;

    /** Those of a file. */
    byte[] bytes(Path path, long offset, int length) throws IOException {
        if (!path.equals(file)) {
            close();
            opened = LocalDisk.openFollowingLinks(path);
            file = path;
        }
        var bytes = opened.bytes(offset, length);
        if (bytes.length < length) {
            throw new IOException(path + " changed while it was read; ask again");
        }
        return bytes;
    }

    /** Empty if the line has none. */
    Optional<String> of(Path path, FileId id, FoldedGroup.ErrorLine at) throws IOException {
        var line = Bytes.of(bytes(path, at.offset(), at.length()));
        if (source == null) {
            source = source(path);
        }
        return parser.parse(line, at.offset(), source).stream()
                .filter(part -> part.offset() == at.offset() && part instanceof Parsed.Accepted)
                .flatMap(part -> of(((Parsed.Accepted) part).line(), id, at.call()).stream())
                .findFirst();
    }

    private static Optional<String> of(Line line, FileId file, String call) {
        return new Resolvers()
                .meaning(line, file).events().stream()
                        .flatMap(event -> event.results().stream())
                        .filter(result -> result.error() != null && call.equals(result.toolUseId()))
                        .map(ToolResult::error)
                        .findFirst();
    }

    private static Source source(Path path) throws IOException {
        var transcript = Transcript.open(path);
        if (transcript == null) {
            throw new IOException(path + " is empty");
        }
        return transcript.named();
    }

    @Override
    public void close() throws IOException {
        file = null;
        source = null;
        if (opened != null) {
            opened.close();
            opened = null;
        }
    }
}
