package footfall.redact;

import java.util.Objects;

/** What may leave, at level {@code structure}. */
public record RedactRules(ErrorDetail errors, Identity.Rules identity, OpenCalls.Limits calls) {
    public static final RedactRules DEFAULTS =
            new RedactRules(ErrorDetail.SUMMARY, Identity.Rules.DEFAULTS, OpenCalls.Limits.DEFAULTS);

    public RedactRules {
        Objects.requireNonNull(errors, "errors is null");
        Objects.requireNonNull(identity, "identity is null");
        Objects.requireNonNull(calls, "calls is null");
    }

    public RedactRules with(ErrorDetail other) {
        return new RedactRules(other, identity, calls);
    }

    public RedactRules with(Identity.Rules other) {
        return new RedactRules(errors, other, calls);
    }
}
