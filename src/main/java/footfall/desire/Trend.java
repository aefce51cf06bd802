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
    /** The difference is not more than chance. */
    UNCHANGED,
    /** There are so few independent occurrences that no difference would be more than chance. */
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
