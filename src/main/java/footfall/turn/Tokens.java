package footfall.turn;

import footfall.line.Usage;

/** Tokens of a turn. */
public record Tokens(long input, long output, long cacheCreation, long cacheRead) {
  static Tokens of(Usage usage) {
    return new Tokens(usage.input(), usage.output(), usage.cacheCreation(), usage.cacheRead());
  }
}
