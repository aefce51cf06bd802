package footfall.turn;

import footfall.line.FileId;
import footfall.line.SkippedTurns;
import java.time.Instant;
import java.util.Objects;

/**
 * The position of a line and how it was ingested. {@code previousOffset} is that of the previous line sent
 * for the same session from the same file: -1 for the first, {@link #UNKNOWN} when it is not known.
 * {@code copiedFrom} is the session that owns the prompt, or the Assistant line that identifies a turn
 * without a prompt; null unless it is another session. {@code at} is the ingestion time. {@code skipped}: the
 * lines of its trail that were skipped, null for none. {@code parent}: as {@link footfall.line.ParentChain#parent}.
 * {@code sender}: the secret ID of its shipper, 0 for none.
 */
public record Arrival(
        FileId file,
        long offset,
        long previousOffset,
        Instant at,
        String copiedFrom,
        String host,
        String user,
        SkippedTurns skipped,
        Long parent,
        long sender) {
    public static final long UNKNOWN = -2;

    /** The same for a line that another session owns; null: none does. */
    Arrival ownedBy(String owner) {
        return new Arrival(file, offset, previousOffset, at, owner, host, user, skipped, parent, sender);
    }

    /** The same under another name of the file. */
    Arrival of(FileId named) {
        return new Arrival(named, offset, previousOffset, at, copiedFrom, host, user, skipped, parent, sender);
    }

    /** The same from another shipper. */
    public Arrival by(long other) {
        return new Arrival(file, offset, previousOffset, at, copiedFrom, host, user, skipped, parent, other);
    }

    /** For a trail that was sent from its beginning. */
    public Arrival(
            FileId file, long offset, long previousOffset, Instant at, String copiedFrom, String host, String user) {
        this(file, offset, previousOffset, at, copiedFrom, host, user, null, null, 0);
    }

    /** The same with the nearest line before it in its chain of parents. */
    public Arrival after(Long other) {
        return new Arrival(file, offset, previousOffset, at, copiedFrom, host, user, skipped, other, sender);
    }

    public Arrival {
        Objects.requireNonNull(file, "file is null");
        Objects.requireNonNull(at, "at is null");
    }
}
