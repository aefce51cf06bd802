package footfall.turn;

import footfall.line.Usage;

/**
 * What the last line of an API message said of its tokens, and which price applies to them. {@code model} may
 * be null.
 */
public record MessageUsage(String model, PriceBand band, Usage usage) {
  /** What takes the message out of a sum again. */
  public MessageUsage negated() {
    return new MessageUsage(model, band, Usage.ZERO.minus(usage));
  }
}
