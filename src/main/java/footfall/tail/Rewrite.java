package footfall.tail;

import java.io.IOException;

/**
 * The result of comparing a changed file with its fingerprints: half written, moved or replaced elements.
 * {@code cursor}: the new position in the file, null if the elements were replaced.
 */
record Rewrite(Kind kind, Cursor cursor) {
    static final Rewrite OTHER = new Rewrite(Kind.OTHER, null);

    /** Incomplete, because it is being written; the same elements at other offsets; other elements. */
    enum Kind {
        HALF,
        MOVED,
        OTHER
    }

    /** Compares the first element, and the end of the element before the cursor. */
    static Rewrite of(Disk.Opened file, Cursor cursor, Chunks.Sizes sizes) throws IOException {
        var elements = Elements.live(file, sizes);
        FileFingerprint first = null;
        FileFingerprint last = null;
        for (var chunk = elements.next(); chunk != null; chunk = elements.next()) {
            long before = cursor.offset() - 1 - chunk.offset();
            if (chunk.elements() != null) {
                first = chunk.offset() == 0
                        ? FileFingerprint.first(chunk.elements().get(0))
                        : first;
                last = before >= 0 && before < chunk.elements().size()
                        ? FileFingerprint.last(chunk.elements().get((int) before))
                        : last;
            }
        }
        if (first != null && last != null && first.saysAs(cursor.first()) && last.saysAs(cursor.last())) {
            return new Rewrite(Kind.MOVED, cursor.foundAt(first, last));
        }
        boolean isHalf = elements.nextIndex() == 0 || !elements.isEnded();
        return isHalf ? new Rewrite(Kind.HALF, cursor) : OTHER;
    }
}
