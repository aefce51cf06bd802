package footfall.turn;

/** What is stored has a form that this footfall does not know. The message holds nothing of a record. */
public final class NewerRow extends IllegalStateException {
  private static final long serialVersionUID = 1;

  /** {@code what}: the form that was met, in words. */
  public NewerRow(String what) {
    super(what + ": a newer footfall wrote it");
  }
}
