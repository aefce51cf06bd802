package footfall.turn;

import footfall.line.Usage;

/** Tokens of a turn or session; {@code cacheCreation1h} is a part of {@code cacheCreation}. */
public record Tokens(long input, long output, long cacheCreation, long cacheCreation1h, long cacheRead) {
    public static Tokens of(Usage usage) {
        return new Tokens(
                usage.input(), usage.output(), usage.cacheCreation(), usage.cacheCreation1h(), usage.cacheRead());
    }
}
