package footfall.line;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Parses the lines of one file in order: a line may name the source of all lines after it. Not thread-safe.
 */
public final class FileLines {
    /**
     * The offsets of the lines from which the source of the next line follows. {@code session}: the line that names the
     * session, and those that add a thread to it. {@code folder}: the latest line that names a working directory, -1
     * without one.
     */
    public record Named(List<Long> session, long folder) {
        public static final long NOWHERE = -1;

        public static final Named NONE = new Named(List.of(), NOWHERE);

        public Named {
            session = List.copyOf(session);
        }

        /** The offsets in the order of the lines. */
        public List<Long> offsets() {
            var offsets = new TreeSet<>(session);
            if (folder != NOWHERE) {
                offsets.add(folder);
            }
            return List.copyOf(offsets);
        }

        private Named add(long offset) {
            var more = new ArrayList<>(session);
            more.add(offset);
            return new Named(more, folder);
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
            boolean isFirst = source.threads().isEmpty();
            if (next != source && (isFirst || !next.isNamedAs(source))) {
                named = new Named(List.of(offset), offset);
            } else if (!next.threads().equals(source.threads())) {
                named = named.add(offset);
            }
            if (parser.namesFolder(details, source)) {
                named = new Named(named.session(), offset);
            }
            source = next;
        });
    }
}
