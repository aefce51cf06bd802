package footfall.turn;

import java.util.Locale;

/** What ended a turn. */
public enum ClosedBy {
    STOP_HOOK,
    TURN_DURATION,
    END_TURN,
    NEXT_PROMPT,
    INTERRUPTED,
    IDLE;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }
}
