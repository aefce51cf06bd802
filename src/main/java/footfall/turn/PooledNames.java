package footfall.turn;

import java.util.Locale;

/** The names of a turn of which only so many are kept; the words are names of counters. */
public enum PooledNames {
    MODELS,
    TOOLS,
    FAILURES,
    LOOPS;

    public String word() {
        return name().toLowerCase(Locale.ROOT) + "-pooled";
    }
}
