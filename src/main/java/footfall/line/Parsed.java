package footfall.line;

/**
 * A part of a transcript as it was parsed: a {@link Line} or {@link RejectedBytes}, with its place.
 */
public sealed interface Parsed permits Parsed.Accepted, RejectedBytes {
  /** Byte offset in the file; of the object itself where several are glued on one line. */
  long offset();

  /** Length in bytes. */
  long length();

  /** A line in its place. */
  record Accepted(Line line, long offset, long length) implements Parsed {}
}
