package footfall.line;

import java.util.Locale;

/**
 * Who decided whether a call may run. Allowed: {@code CONFIG} (a rule, the mode, or because it only reads),
 * {@code HOOK}, or a person, for this call, for the session or for good. Not allowed: a person ({@code USER}),
 * {@code HOOK}, a deny {@code RULE}, the {@code MODE}, an automatic review ({@code CLASSIFIER}), or {@code NOBODY}: the
 * call needed approval and nobody could be asked.
 */
public enum Permission {
    CONFIG,
    HOOK,
    USER_ONCE,
    USER_SESSION,
    USER_ALWAYS,
    USER,
    RULE,
    MODE,
    CLASSIFIER,
    NOBODY;

    private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Whether the call stood at a question to a person. */
    public boolean isPersons() {
        return switch (this) {
            case USER_ONCE, USER_SESSION, USER_ALWAYS, USER -> true;
            case CONFIG, HOOK, RULE, MODE, CLASSIFIER, NOBODY -> false;
        };
    }

    /** The word in topics and reports, {@code user-once}. */
    public String word() {
        return word;
    }
}
