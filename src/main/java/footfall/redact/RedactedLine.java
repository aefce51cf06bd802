package footfall.redact;

import footfall.line.Dialect;
import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.SessionId;
import java.time.Instant;

/**
 * A transcript line that may leave the machine: one JSON object in the transcript's format. Only a
 * {@link Redactor} can create one. Absent components are null.
 */
public final class RedactedLine implements Redacted {
    private final byte[] bytes;
    private final FileId file;
    private final Dialect dialect;
    private final long offset;
    private final long length;
    private final Envelope envelope;
    private final OwnerUuids.Role role;
    private final String naming;
    private final Long parent;

    RedactedLine(byte[] bytes, RawLine raw, Parsed.Accepted part, Long parent) {
        this.bytes = bytes;
        this.file = raw.file();
        this.dialect = raw.source().dialect();
        this.offset = part.offset();
        this.length = part.length();
        this.envelope = part.line().envelope();
        this.role = OwnerUuids.Role.of(part.line());
        this.naming = part.line() instanceof Line.Unresolved line ? line.event().naming() : null;
        this.parent = parent;
    }

    /** The JSON object in UTF-8, without a newline. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The record key on the topic. */
    public SessionId session() {
        return envelope.session();
    }

    /** Null for the main agent. */
    public String agent() {
        return envelope.agent();
    }

    public FileId file() {
        return file;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** Byte offset in the file; with several objects on one line, that of the object. */
    public long offset() {
        return offset;
    }

    /** Length in the file, in bytes. */
    public long length() {
        return length;
    }

    /** The uuids that identify copies. */
    public OwnerUuids.Uuids ownerUuids(OwnerUuids owners) {
        return owners.next(role, envelope);
    }

    /** As {@link footfall.line.AgentEvent#naming}. */
    public String naming() {
        return naming;
    }

    /** As {@link footfall.line.ParentChain#parent}. */
    public Long parent() {
        return parent;
    }

    /** The last component of the working directory. */
    public String project() {
        return envelope.project();
    }

    /** The line's own time. */
    public Instant at() {
        return envelope.at();
    }

    /** Without the content. */
    @Override
    public String toString() {
        return "RedactedLine[" + file + " at " + offset + ", " + bytes.length + " bytes]";
    }
}
