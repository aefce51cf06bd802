package footfall.line;

/** The kind of a user line, from its text. */
public enum UserKind {
    INTERRUPT,
    LOCAL_NOISE,
    COMMAND,
    NOTIFICATION,
    TEAMMATE,
    HUMAN;

    /** The origin of a message by the agent that runs a subagent, to it. */
    public static final String COORDINATOR = "coordinator";

    /** {@code text} is trimmed; {@code originKind} is null where the line has none. */
    public static UserKind of(String text, String originKind) {
        if (isInterrupt(text)) {
            return INTERRUPT;
        } else if (startsWithAny(text, "<local-command-", "<bash-input>", "<bash-stdout>", "<bash-stderr>")) {
            return LOCAL_NOISE;
        } else if (startsWithAny(text, "<command-name>", "<command-message>", "<command-args>")) {
            return COMMAND;
        } else if (COORDINATOR.equals(originKind)) {
            return TEAMMATE;
        } else if (originKind != null && !originKind.equals("human")) {
            return NOTIFICATION;
        } else if (startsWithAny(text, "<task-notification>", "<agent-notification>")) {
            return NOTIFICATION;
        } else if (text.startsWith("<teammate-message")) {
            return TEAMMATE;
        }
        return HUMAN;
    }

    static boolean isInterrupt(String text) {
        return text.equals(Outcome.INTERRUPT) || text.equals("[Request interrupted by user for tool use]");
    }

    private static boolean startsWithAny(String text, String... beginnings) {
        for (var beginning : beginnings) {
            if (text.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
