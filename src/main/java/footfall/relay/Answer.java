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
    private static final int BAD_REQUEST = 400;
    private static final int TOO_LARGE = 413;
    private static final Set<Integer> MISCONFIGURED = Set.of(401, 403, 404, 405, 407, 415);
    private static final Duration OTLP_WAIT_MAX = Duration.ofMinutes(5);
    private static final Set<Integer> OTLP_RETRYABLE = Set.of(TOO_MANY_REQUESTS, 502, 503, 504);

    static Answer ofWebhook(int status, Duration retryAfter) {
        boolean isRetryable = status >= SERVER_ERRORS || status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS;
        return new Answer(reason(status, isRetryable), status, retryAfter);
    }

    /** The specification of OTLP lists the statuses that a client retries. It waits for at most 5 min. */
    static Answer ofOtlp(int status, Duration retryAfter) {
        boolean isLong = retryAfter != null && retryAfter.compareTo(OTLP_WAIT_MAX) > 0;
        return new Answer(reason(status, OTLP_RETRYABLE.contains(status)), status, isLong ? OTLP_WAIT_MAX : retryAfter);
    }

    /** Whether the receiver would answer so to any spans: wrong are the address, the headers, or the receiver. */
    boolean isMisconfigured() {
        return reason == Undelivered.Reason.REDIRECTED || status != null && MISCONFIGURED.contains(status);
    }

    /** Whether the receiver may accept a part of the spans. */
    boolean isOfTheBatch() {
        return status != null && (status == BAD_REQUEST || status == TOO_LARGE);
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
