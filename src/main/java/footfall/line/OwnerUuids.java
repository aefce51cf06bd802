package footfall.line;

/**
 * Selects the uuids that identify the owner of a turn: that of each prompt, and for turns without a prompt
 * that of the first Assistant line of a file and of the first after each compaction, because a fork may begin
 * at a compaction. Expects the lines of one file in order.
 */
public final class OwnerUuids {
    private boolean awaitsAssistant;

    /** {@code awaitsAssistant}: the next Assistant line is selected, as at the beginning of a file. */
    public OwnerUuids(boolean awaitsAssistant) {
        this.awaitsAssistant = awaitsAssistant;
    }

    /** The role of a line. */
    public enum Role {
        PROMPT,
        ASSISTANT,
        COMPACTION,
        OTHER;

        public static Role of(Line line) {
            if (line instanceof Line.Prompt) {
                return PROMPT;
            } else if (line instanceof Line.Assistant) {
                return ASSISTANT;
            }
            return line instanceof Line.Compaction ? COMPACTION : OTHER;
        }
    }

    /** Whether the uuid of the next line may identify the owner of a turn. */
    public boolean picks(Role role) {
        boolean isFirst = role == Role.ASSISTANT && awaitsAssistant;
        if (role == Role.ASSISTANT || role == Role.COMPACTION) {
            awaitsAssistant = role == Role.COMPACTION;
        }
        return isFirst || role == Role.PROMPT;
    }

    /** Whether the next Assistant line is selected. */
    public boolean awaitsAssistant() {
        return awaitsAssistant;
    }
}
