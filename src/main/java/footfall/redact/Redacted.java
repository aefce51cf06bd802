package footfall.redact;

import footfall.line.RejectedBytes;

/** What became of a stretch of a transcript on its way out. */
public sealed interface Redacted permits RedactedLine, Redacted.Rejected, Redacted.Ignored {
  /** Byte offset in the file, of the object itself where several are glued on one line. */
  long offset();

  /** Length in the file, in bytes. */
  long length();

  /** Bytes that are no line. */
  record Rejected(RejectedBytes rejected) implements Redacted {
    @Override
    public long offset() {
      return rejected.offset();
    }

    @Override
    public long length() {
      return rejected.length();
    }
  }

  /** A line that is not sent, since it means nothing to turns or sessions. Counted by {@code kind}. */
  record Ignored(String kind, long offset, long length) implements Redacted {}
}
