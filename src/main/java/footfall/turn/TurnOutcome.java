package footfall.turn;

import java.util.Locale;

/** How a turn ended; that of its calls is an {@link footfall.line.Outcome}. */
public enum TurnOutcome {
    /** By neither of the others, as far as the transcript says. */
    OK,
    /** The API refused or failed a request, and the agent gave up. */
    ERROR,
    /** The user stopped the agent. */
    INTERRUPTED;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }
}
