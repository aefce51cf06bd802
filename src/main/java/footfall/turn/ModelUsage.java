package footfall.turn;

import footfall.line.Usage;

/** Tokens that a turn spent with one model; {@code model} is null where the lines name none. */
public record ModelUsage(String model, Usage usage) {}
