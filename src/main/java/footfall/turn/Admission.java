package footfall.turn;

/** What the fold over turns did with a line: folds behind it skip a refused one, and never sum up a copy. */
public enum Admission {
  /** It means nothing, or it was seen before. */
  REFUSED,
  OWN,
  /** It is part of a copied turn, or of the prompt of one. */
  COPY,
  /** The same, and the copied turn begins with it. */
  COPY_BEGUN;

  public boolean isNew() { return this != REFUSED; }

  public boolean isCopy() { return this == COPY || this == COPY_BEGUN; }

  /** {@code wasCopy}, {@code turns}: of the trail before the line. */
  static Admission of(Trail.Edit trail, boolean wasCopy, int turns) {
    if (!wasCopy && !trail.isCopy()) {
      return OWN;
    }
    return trail.isCopy() && trail.nextIndex > turns ? COPY_BEGUN : COPY;
  }
}
