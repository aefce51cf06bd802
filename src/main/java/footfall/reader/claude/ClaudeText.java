package footfall.reader.claude;

import footfall.line.UserTextKind;

/** The kind of a user line, from its text: the tags in which Claude Code puts what no person wrote. */
enum ClaudeText {
    INTERRUPT,
    LOCAL_NOISE,
    COMMAND,
    NOTIFICATION,
    TEAMMATE,
    HUMAN;

    /** The origin of a message by the agent that runs a subagent, to it. */
    static final String COORDINATOR = "coordinator";

    /** {@code text} is trimmed; {@code originKind} is null where the line has none. */
    static ClaudeText of(String text, String originKind) {
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

    /** What a text counts as in reports on sessions. */
    static UserTextKind says(String text) {
        if (isInterrupt(text)) {
            return UserTextKind.INTERRUPT;
        }
        return startsWithAny(text, "<local-command", "<command-") ? UserTextKind.NOTHING : UserTextKind.of(text);
    }

    private static boolean isInterrupt(String text) {
        return text.equals("[Request interrupted by user]")
                || text.equals("[Request interrupted by user for tool use]");
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
