package footfall.line;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses the lines of one file in order: a line may name the source of all lines after it. Not thread-safe.
 */
public final class FileLines {
    /**
     * The offsets of the lines from which the source of the next line follows: {@code session} that of the line that
     * names the session, {@code folder} that of the latest line that names a working directory. -1 without such a line.
     */
    public record Named(long session, long folder) {
        private static final long NOWHERE = -1;

        public static final Named NONE = new Named(NOWHERE, NOWHERE);

        /** The offsets in the order of the lines. */
        public List<Long> offsets() {
            var offsets = new ArrayList<Long>(2);
            if (session != NOWHERE) {
                offsets.add(session);
            }
            if (folder != NOWHERE && folder != session) {
                offsets.add(folder);
            }
            return offsets;
        }
    }

    private final LineParser parser;
    private Source source;
    private Named named = Named.NONE;

    /** {@code source}: from the name of the file. */
    public FileLines(LineParser parser, Source source) {
        this.parser = parser;
        this.source = source;
    }

    /** The source of the next line. */
    public Source source() {
        return source;
    }

    /** Whether a line that {@link #each} passes on belongs to an excluded project. */
    public boolean isExcluded(LineDetails details) {
        return parser.isExcluded(details, parser.sourceAt(details, source));
    }

    /** The lines from which the source of the next line follows. */
    public Named named() {
        return named;
    }

    /** As {@link LineParser#parse}. */
    public List<Parsed> parse(Bytes raw, long offset) {
        var parts = new ArrayList<Parsed>(1);
        each(raw, offset, (part, details) -> parts.add(part));
        return parts;
    }

    /** As {@link LineParser#each}. */
    public void each(Bytes raw, long offset, LineParser.Reader reader) {
        parser.each(raw, offset, source, (part, details) -> {
            reader.read(part, details);
            var next = parser.sourceAt(details, source);
            boolean isSame = next == source || next.isNamedAs(source);
            if (!isSame || parser.namesFolder(details, source)) {
                named = new Named(isSame ? named.session() : offset, offset);
            }
            source = next;
        });
    }
}
