package footfall.call;

import java.time.Instant;

/**
 * A rule and the calls that it matches. {@code rejected}: by the user; {@code denied}: without
 * asking the user; {@code failed}: by the tool; {@code interrupted}: while it ran; {@code cancelled}: with another
 * call; {@code unanswered}: without a result in the file. A line with several commands is evidence for the rule of
 * each; a complex line for none. {@code lastUsed} may be null.
 * {@code isAboveSecret}: a file in its folder may contain secrets.
 */
public record PermissionRule(
        String rule,
        long used,
        long ok,
        long rejected,
        long denied,
        long failed,
        long interrupted,
        long cancelled,
        long unanswered,
        Instant lastUsed,
        boolean isAboveSecret) {
    /** Fewer calls are not enough evidence for allow. */
    static final int ALLOW_MIN = 3;

    static final int DENY_MIN = 2;

    /** The proposed levels. */
    public enum Level {
        ALLOW,
        ASK,
        DENY
    }

    /** A proposal with its reason in a few words. */
    public record Proposal(Level level, String because) {}

    public Proposal proposal() {
        if (rejected >= DENY_MIN && rejected * 2 >= used) {
            return new Proposal(Level.DENY, "rejected at least every second time");
        } else if (rejected > 0) {
            return new Proposal(Level.ASK, "rejected before");
        } else if (PermissionRuleFinder.isSecret(rule)) {
            return new Proposal(Level.ASK, "may contain secrets");
        } else if (isAboveSecret) {
            return new Proposal(Level.ASK, "a file in this folder may contain secrets");
        } else if (!ReadOnly.covers(rule)) {
            return new Proposal(Level.ASK, "not on the list of read-only commands and tools");
        } else if (used < ALLOW_MIN) {
            return new Proposal(Level.ASK, "used fewer than " + ALLOW_MIN + " times");
        } else if (ok == 0) {
            return new Proposal(Level.ASK, "never succeeded");
        }
        return new Proposal(Level.ALLOW, "read-only, used and never rejected");
    }
}
