package footfall.turn;

import java.util.Locale;

/** What ended a turn. */
public enum ClosedBy {
    STOP_HOOK,
    TURN_DURATION,
    END_TURN,
    NEXT_PROMPT,
    INTERRUPTED,
    IDLE,
    API_ERROR;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }

    public TurnOutcome outcome() {
        return switch (this) {
            case API_ERROR -> TurnOutcome.ERROR;
            case INTERRUPTED -> TurnOutcome.INTERRUPTED;
            case STOP_HOOK, TURN_DURATION, END_TURN, NEXT_PROMPT, IDLE -> TurnOutcome.OK;
        };
    }

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
}
