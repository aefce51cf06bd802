package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.FileLines;
import footfall.line.LineDetails;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.Source;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The first working directory in a transcript, and the session of that line; both null if there is none.
 * {@code isFinal}: appended lines cannot change the result.
 */
record ProjectHead(Source source, String cwd, String session, boolean isFinal) {
    /** A transcript without a working directory in its first bytes, up to this limit, has no project. */
    static final long BYTES_MAX = 16 << 20;

    private static final int CHUNK_BYTES = 8 << 10;
    private static final LineParser PARSER = new LineParser();

    /** Reads the head of an open file; does not close it. */
    static ProjectHead of(Path path, Disk.Opened file) throws IOException {
        var source = SidecarFile.read(Transcript.source(path, file), path);
        if (source.folder() != null) {
            return new ProjectHead(source, source.folder(), source.session().value(), true);
        } else if (!source.dialect().isProjectInLines()) {
            return new ProjectHead(source, null, null, true);
        }
        var looking = new HeadReader(source);
        var sizes = new Chunks.Sizes(CHUNK_BYTES, LineParser.LINE_BYTES_MAX);
        WholeLines lines = source.dialect().framing() == Dialect.Framing.ELEMENTS
                ? Elements.live(file, sizes)
                : new Chunks(file, 0, sizes);
        long read = 0;
        for (var chunk = lines.next(); chunk != null && looking.cwd == null; chunk = lines.next()) {
            chunk.eachLine(looking::line);
            read += chunk.bytes().length();
            if (read >= BYTES_MAX) {
                return new ProjectHead(source, looking.cwd, looking.session, true);
            }
        }
        return new ProjectHead(source, looking.cwd, looking.session, looking.cwd != null);
    }

    private static final class HeadReader {
        private final FileLines lines;
        private String cwd;
        private String session;

        private HeadReader(Source source) {
            this.lines = new FileLines(PARSER, source);
        }

        private void line(Bytes bytes, long offset) {
            if (cwd == null) {
                lines.each(bytes, offset, this::part);
            }
        }

        private void part(Parsed part, LineDetails details) {
            boolean isNamed =
                    details != null && details.cwd() != null && !details.cwd().isBlank();
            if (cwd == null && isNamed && part instanceof Parsed.Accepted accepted) {
                cwd = details.cwd();
                session = accepted.line().envelope().session().value();
            }
        }
    }
}
