package footfall.line;

/** A parsed part of a transcript: a {@link Line} or {@link RejectedBytes}, with its position. */
public sealed interface Parsed permits Parsed.Accepted, RejectedBytes {
    /** Byte offset in the file; with several objects on one line, that of the object. */
    long offset();

    /** Length in bytes. */
    long length();

    /** A line with its position. */
    record Accepted(Line line, long offset, long length) implements Parsed {}
}
