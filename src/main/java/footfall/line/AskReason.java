package footfall.line;

import java.util.Locale;

/**
 * Why a call stood at a question to a person, where the agent says it: {@code NO_RULE} allows it; the command is
 * {@code TOO_COMPLEX} for a rule, has an {@code EXPANSION} of the shell (a variable, a substitution), or writes after a
 * change of folder ({@code CD_WRITE}); it writes to a {@code PATH} (an edit, a redirection).
 */
public enum AskReason {
    NO_RULE,
    TOO_COMPLEX,
    EXPANSION,
    CD_WRITE,
    PATH;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The word in topics and reports, {@code no-rule}. */
    public String word() {
        return word;
    }
}
