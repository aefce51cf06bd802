package footfall.redact;

import footfall.line.RejectedBytes;

/** The result of redacting a part of a transcript. */
public sealed interface Redacted permits RedactedLine, Redacted.Rejected, Redacted.Ignored {
    /** Invalid bytes. */
    record Rejected(RejectedBytes rejected) implements Redacted {}

    /** A line that is not sent, because it affects neither turns nor sessions. */
    record Ignored(String kind) implements Redacted {}
}
