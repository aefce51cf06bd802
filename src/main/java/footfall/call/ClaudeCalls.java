package footfall.call;

/** Claude's names are those of the reports. */
public final class ClaudeCalls implements CallNormalizer {
  @Override
  public String dialect() {
    return "claude";
  }

  @Override
  public NormalizedCall of(NormalizedCall call) {
    return call;
  }
}
