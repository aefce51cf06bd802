package footfall.desire;

import java.util.Locale;

/** How the rate of a desire differs between two groups of turns. */
public enum Trend {
    /** Did not occur before. */
    NEW,
    GROWN,
    SHRUNK,
    /** Does not occur after. */
    GONE,
    /** The difference may be chance, and the rate has neither doubled nor become half. */
    UNCHANGED,
    /** There are so few independent occurrences that neither is known. */
    TOO_FEW;

    /** {@code too-few}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the difference is more than chance. */
    public boolean isChange() {
        return this != UNCHANGED && this != TOO_FEW;
    }
}
