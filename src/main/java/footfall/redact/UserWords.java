package footfall.redact;

import footfall.line.Outcome;
import java.util.List;

/** The shortest text of the same kind as a user's text: its fixed beginning, or a dot. */
final class UserWords {
    static final String DOT = "·";
    static final String INTERRUPT = Outcome.INTERRUPT;

    private static final List<String> WHOLE = List.of(INTERRUPT, "[Request interrupted by user for tool use]");

    /**
     * Prefixes by which the parser distinguishes kinds, longer ones first; the last two matter to session
     * reports only.
     */
    private static final List<String> BEGINNINGS = List.of(
            "<local-command-",
            "<bash-input>",
            "<bash-stdout>",
            "<bash-stderr>",
            "<command-name>",
            "<command-message>",
            "<command-args>",
            "<task-notification>",
            "<agent-notification>",
            "<teammate-message",
            "<local-command",
            "<command-");

    private UserWords() {}

    /** {@code text} is trimmed and not empty. */
    static String shortest(String text) {
        if (WHOLE.contains(text)) {
            return text;
        }
        for (var beginning : BEGINNINGS) {
            if (text.startsWith(beginning)) {
                return beginning;
            }
        }
        return DOT;
    }
}
