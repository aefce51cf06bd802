package footfall.call;

/** Claude's names are those of the reports. */
public final class ClaudeSpelling implements Spelling {
  @Override
  public String dialect() {
    return "claude";
  }

  @Override
  public Spelled of(Spelled call) {
    return call;
  }
}
