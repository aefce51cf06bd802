package footfall.line;

/**
 * What a stretch of a transcript turned out to be: a {@link Line} or {@link Rejected} bytes, with its place.
 */
public sealed interface Parsed permits Parsed.Accepted, Rejected {
  /** Byte offset in the file; of the object itself where several are glued on one line. */
  long offset();

  /** Length in bytes. */
  long length();

  /** A line in its place. */
  record Accepted(Line line, long offset, long length) implements Parsed {}
}
