package footfall.line;

/** Tokens of one API message, as its {@code usage} says; a missing count is 0. */
public record Usage(long input, long output, long cacheCreation, long cacheRead) {
  public static final Usage ZERO = new Usage(0, 0, 0, 0);

  public Usage plus(Usage other) {
    return new Usage(
        input + other.input,
        output + other.output,
        cacheCreation + other.cacheCreation,
        cacheRead + other.cacheRead);
  }

  public Usage minus(Usage other) {
    return new Usage(
        input - other.input,
        output - other.output,
        cacheCreation - other.cacheCreation,
        cacheRead - other.cacheRead);
  }
}
