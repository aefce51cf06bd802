package footfall.turn;

/** The decision of the turn fold on a line: later folds skip a refused line, and do not count copies. */
public enum Admission {
    /** Ignored: without effect, or seen before. */
    REFUSED,
    OWN,
    /** A skipped line: names its trail, but is no part of a turn and in no sum. */
    NAMED,
    /** Part of a copied turn, or of its prompt. */
    COPY,
    /** The first line of a copied turn. */
    COPY_BEGUN;

    public boolean isNew() {
        return this != REFUSED;
    }

    /** Whether the line is in sums. */
    public boolean isCounted() {
        return this == OWN;
    }

    public boolean isCopy() {
        return this == COPY || this == COPY_BEGUN;
    }

    /** {@code wasCopy}, {@code turns}: the trail's state before the line. */
    static Admission of(Trail.Edit trail, boolean wasCopy, int turns) {
        if (!wasCopy && !trail.isCopy()) {
            return OWN;
        }
        return trail.isCopy() && trail.nextIndex > turns ? COPY_BEGUN : COPY;
    }
}
