package footfall.line;

/**
 * Gives {@link Line.Unresolved} lines of one trail their meaning, which depends on the lines before them. Gets the
 * lines in order. Its state is stored between lines. Not thread-safe.
 */
public interface Resolver {
    /** {@code file}: where the line is from. */
    void resolve(Line.Unresolved line, FileId file, Sink sink);

    /** A resolver with the same state, which is independent of this one. */
    Resolver copy();

    /** The state after the last line, with a version of its own, for {@link Dialect#resolver}. */
    byte[] state();

    /** Receives the resolved lines, none of which is {@link Line.Unresolved}. */
    interface Sink {
        /** {@code copyOf}: the session that owns the line if it is another one, else null. */
        void accept(Line line, String copyOf);
    }
}
