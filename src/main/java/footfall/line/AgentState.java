package footfall.line;

import java.util.Locale;

/** What a running agent says that it does. */
public enum AgentState {
    BUSY,
    IDLE,
    /** For a person. */
    WAITING;

    private final String word = name().toLowerCase(Locale.ROOT);

    public String word() {
        return word;
    }

    /** Null for another word. */
    public static AgentState of(String word) {
        for (var state : values()) {
            if (state.word.equals(word)) {
                return state;
            }
        }
        return null;
    }
}
