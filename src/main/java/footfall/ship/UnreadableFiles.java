package footfall.ship;

import footfall.tail.Disk.ContentDamaged;
import footfall.tail.Disk.ContentTooLarge;
import footfall.tail.Disk.DatabaseUnreadable;
import footfall.tail.Excluded;
import footfall.tail.Scan;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Files that could not be read in the latest scan or since, with reasons; and what that scan excluded. Not
 * thread-safe.
 */
final class UnreadableFiles {
    /** Why a file or folder is skipped that this user cannot read. */
    private static final String FORBIDDEN =
            "permission denied; footfall reads it as soon as this user has read permission";

    private final Map<Path, String> why = new HashMap<>();
    private Excluded excluded = Excluded.NONE;
    private long gone;

    /** Starts a new scan. */
    void begins() {
        why.clear();
    }

    /** Adds the folders that a scan could not read, and the links it skipped. */
    void add(Scan.Found found) {
        excluded = found.excluded();
        found.unreadable().forEach(folder -> why.put(folder, FORBIDDEN));
        found.links().forEach(link -> why.put(link, Transcripts.Found.SKIPPED_LINK));
    }

    /** What reads a file. */
    interface Read {
        void run() throws IOException;
    }

    /** Whether the file could be read; if not, it is recorded. */
    boolean isRead(Path path, Read read) {
        why.remove(path);
        try {
            read.run();
            return true;
        } catch (IOException cause) {
            gone += cause instanceof NoSuchFileException ? 1 : 0;
            file(path, cause);
            return false;
        }
    }

    /** How often a file that was to be read did not exist, since the start. */
    long gone() {
        return gone;
    }

    void file(Path path, IOException cause) {
        if (cause instanceof ClosedByInterruptException) { // The shipper is being closed.
            throw new InterruptException("while a transcript was read");
        } else if (!(cause instanceof NoSuchFileException)) { // It was deleted.
            why.put(path, reason(cause));
        }
    }

    private static String reason(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return FORBIDDEN;
        }
        boolean isClear = cause instanceof ContentTooLarge
                || cause instanceof ContentDamaged
                || cause instanceof DatabaseUnreadable;
        return "cannot be read: "
                + (isClear ? cause.getMessage() : cause.getClass().getSimpleName());
    }

    Excluded excluded() {
        return excluded;
    }

    Map<Path, String> why() {
        return why;
    }
}
