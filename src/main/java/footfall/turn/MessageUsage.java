package footfall.turn;

import footfall.line.Usage;

/** What the last line of an API message said of its tokens. {@code model} may be null. */
public record MessageUsage(String model, Usage usage) {}
