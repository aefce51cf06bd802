package footfall.line;

import java.util.ArrayList;
import java.util.List;

/**
 * Parses the lines of one file in order: a line may name the source of all lines after it. Not thread-safe.
 */
public final class FileLines {
    private final LineParser parser;
    private final LineParser.Reader following = this::follow; // Not made anew for each line.
    private LineParser.Reader reader;
    private Source source;

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

    /** As {@link LineParser#parse}. */
    public List<Parsed> parse(Bytes raw, long offset) {
        var parts = new ArrayList<Parsed>(1);
        each(raw, offset, (part, details) -> parts.add(part));
        return parts;
    }

    /** As {@link LineParser#each}. */
    public void each(Bytes raw, long offset, LineParser.Reader to) {
        reader = to;
        parser.each(raw, offset, source, following);
    }

    private void follow(Parsed part, LineDetails details) {
        reader.read(part, details);
        source = parser.sourceAt(details, source);
    }
}
