package footfall.redact;

import footfall.line.RejectedBytes;

/** The result of redacting a part of a transcript. */
public sealed interface Redacted permits RedactedLine, Redacted.Rejected, Redacted.Ignored {
    /** Byte offset in the file; with several objects on one line, that of the object. */
    long offset();

    /** Length in the file, in bytes. */
    long length();

    /** Invalid bytes. */
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

    /** A line that is not sent, because it affects neither turns nor sessions. Counted by {@code kind}. */
    record Ignored(String kind, long offset, long length) implements Redacted {}
}
