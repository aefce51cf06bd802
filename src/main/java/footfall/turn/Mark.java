package footfall.turn;

import footfall.line.FileId;

/**
 * The high-water mark: the last byte offset of a file that was processed for a trail. Lines at or below it
 * are duplicates.
 */
public record Mark(FileId file, long offset) {
    /** Whether a line of the file makes this mark obsolete. */
    boolean isReplacedBy(FileId next) {
        return file.equals(next) || file.isOlderReadingOf(next);
    }
}
