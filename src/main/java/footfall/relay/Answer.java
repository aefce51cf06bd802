package footfall.relay;

import footfall.wire.Undelivered;
import java.time.Duration;
import java.util.Set;

/**
 * How an attempt ended. {@code reason} is null if the message was delivered, {@code status} and {@code
 * retryAfter} if there is none.
 */
record Answer(Undelivered.Reason reason, Integer status, Duration retryAfter) {
    private static final int OK = 200;
    private static final int REDIRECTS = 300;
    private static final int CLIENT_ERRORS = 400;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;
    private static final Set<Integer> OTLP_RETRYABLE = Set.of(TOO_MANY_REQUESTS, 502, 503, 504);

    static Answer ofWebhook(int status, Duration retryAfter) {
        boolean isRetryable = status >= SERVER_ERRORS || status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS;
        return new Answer(reason(status, isRetryable), status, retryAfter);
    }

    /** The specification of OTLP lists the statuses that a client retries. */
    static Answer ofOtlp(int status, Duration retryAfter) {
        return new Answer(reason(status, OTLP_RETRYABLE.contains(status)), status, retryAfter);
    }

    static Answer failed(Undelivered.Reason reason) {
        return new Answer(reason, null, null);
    }

    private static Undelivered.Reason reason(int status, boolean isRetryable) {
        if (isRetryable) {
            return Undelivered.Reason.FAILING;
        } else if (status >= CLIENT_ERRORS || status < OK) {
            return Undelivered.Reason.REFUSED;
        }
        return status >= REDIRECTS ? Undelivered.Reason.REDIRECTED : null;
    }

    boolean isDelivered() {
        return reason == null;
    }

    boolean isRetryable() {
        return reason == Undelivered.Reason.FAILING
                || reason == Undelivered.Reason.TIMEOUT
                || reason == Undelivered.Reason.TLS
                || reason == Undelivered.Reason.UNREACHABLE;
    }
}
