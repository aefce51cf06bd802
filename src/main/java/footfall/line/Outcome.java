package footfall.line;

import java.util.Locale;

/**
 * The outcome of a tool call. {@code PENDING} while it has no result; {@code ERROR}: it ran and failed;
 * {@code REJECTED}: a person did not let it run; {@code DENIED}: a rule, a hook, the mode or an automatic review did
 * not let it run, or nobody could be asked; {@code INTERRUPTED}: it was stopped while it ran; {@code CANCELLED}: with a
 * parallel call.
 */
public enum Outcome {
    PENDING,
    OK,
    ERROR,
    REJECTED,
    DENIED,
    INTERRUPTED,
    CANCELLED;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Whether the call was not allowed to run. */
    public boolean isRefused() {
        return this == REJECTED || this == DENIED;
    }

    public String word() {
        return word;
    }
}
