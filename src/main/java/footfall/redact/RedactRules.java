package footfall.redact;

import java.util.Locale;
import java.util.Objects;

/**
 * What may leave, at level {@code structure}. {@code targets}: hashes the paths of files, null to leave them out.
 */
public record RedactRules(
        ErrorDetail errors, Identity.Rules identity, OpenCalls.Limits calls, Identity.KeyedHash targets) {
    /** Whether hashes of paths leave. */
    public enum Targets {
        ON,
        OFF;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final RedactRules DEFAULTS =
            new RedactRules(ErrorDetail.SUMMARY, Identity.Rules.DEFAULTS, OpenCalls.Limits.DEFAULTS, null);

    public RedactRules {
        Objects.requireNonNull(errors, "errors is null");
        Objects.requireNonNull(identity, "identity is null");
        Objects.requireNonNull(calls, "calls is null");
    }

    public RedactRules with(ErrorDetail other) {
        return new RedactRules(other, identity, calls, targets);
    }

    public RedactRules with(Identity.Rules other) {
        return new RedactRules(errors, other, calls, targets);
    }

    /** With hashes of paths. */
    public RedactRules with(Identity.KeyedHash hash) {
        return new RedactRules(errors, identity, calls, hash);
    }

    /**
     * How much of a failed call's text leaves the machine; its category always does. See
     * topology-docs/develop/decisions/redaction.md.
     */
    public enum ErrorDetail {
        /** Exit code, the missing command, and a first line of known words. */
        SUMMARY,
        /** The first 500 characters; secrets of known formats are masked. */
        MESSAGE,
        /** No text, and not the missing command either. */
        OFF;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
