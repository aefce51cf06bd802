package footfall.redact;

import footfall.line.Bytes;
import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import java.util.Objects;

/**
 * The events of a transcript line that may leave the machine, without the texts of errors and the paths that may not.
 * Only a {@link Redactor} can create one, and nothing else can be sent.
 */
public final class RedactedLine implements Redacted {
    private final LineEvents events;
    private final FileId file;
    private final long offset;
    private final long length;
    private final Envelope envelope;
    private final OwnerUuids.Role role;
    private final Long parent;

    /** {@code meaning}: the events as the reader made them, which {@code masking} masks. */
    RedactedLine(LineEvents meaning, Masking masking, RawLine raw, Parsed.Accepted part, Long parent) {
        this.events = masking.of(meaning);
        this.file = raw.file();
        this.offset = part.offset();
        this.length = part.length();
        this.envelope = part.line().envelope();
        this.role = OwnerUuids.Role.of(part.line());
        this.parent = parent;
    }

    private RedactedLine(Line said, FileId file) {
        this.events = LineEvents.of(said);
        this.file = file;
        this.offset = 0;
        this.length = 0;
        this.envelope = said.envelope();
        this.role = OwnerUuids.Role.of(said);
        this.parent = null;
    }

    /** What an agent says besides its transcript; {@code file}: of its session. Such an event has no text. */
    public static RedactedLine beside(Line said, FileId file) {
        if (said.hasPlace()) {
            throw new IllegalArgumentException("the event is that of a line");
        }
        return new RedactedLine(said, file);
    }

    /** At least one. */
    public LineEvents events() {
        return events;
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

    /** As {@link footfall.line.ParentChain#parent}. */
    public Long parent() {
        return parent;
    }

    /** Without the content. */
    @Override
    public String toString() {
        return "RedactedLine[" + file + " at " + offset + ", " + events.events().size() + " events]";
    }

    /**
     * One unchanged line of a transcript without its newline: content that must not leave the machine.
     * {@code bytes} are valid until the next line is read; {@code offset} is their position in the file.
     */
    public record RawLine(FileId file, long offset, Source source, Bytes bytes) {
        public RawLine {
            Objects.requireNonNull(file, "file is null");
            Objects.requireNonNull(source, "source is null");
            Objects.requireNonNull(bytes, "bytes is null");
        }

        /** Without the content. */
        @Override
        public String toString() {
            return "RawLine[" + file + " at " + offset + ", " + bytes.length() + " bytes]";
        }
    }
}
