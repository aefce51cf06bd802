package footfall.turn;

/** The decision of the turn fold on a line: later folds skip a refused line, and do not count copies. */
public enum Admission {
    /** Ignored: without effect, or seen before. */
    REFUSED,
    OWN,
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

    /** {@code owner}: the session that owns the line, if it is another one, else null; {@code isBegun}: of a turn. */
    static Admission of(String owner, boolean isBegun) {
        if (owner == null) {
            return OWN;
        }
        return isBegun ? COPY_BEGUN : COPY;
    }
}
