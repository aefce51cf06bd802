package footfall.line;

/** What a line says of itself by a key that is true. */
public enum Flag {
  META("isMeta"),
  COMPACT_SUMMARY("isCompactSummary"),
  TRANSCRIPT_ONLY("isVisibleInTranscriptOnly"),
  API_ERROR("isApiErrorMessage");

  private final String key;

  Flag(String key) {
    this.key = key;
  }

  /** As the transcript spells it. */
  public String key() {
    return key;
  }

  int bit() {
    return 1 << ordinal();
  }
}
