package footfall.wire;

import footfall.alert.Alert;
import java.util.Locale;

/**
 * A record of the topic {@code undelivered}: an alert that a relay could not deliver, with the reason. Contains
 * neither the address nor the answer's body. {@code status} is null if no answer came; {@code messageId} and
 * {@code alert} are null if the record on {@code alerts}, at {@code partition} and {@code offset}, is unreadable.
 */
public record Undelivered(
        String group,
        String messageId,
        Reason reason,
        Integer status,
        int attempts,
        int partition,
        long offset,
        Alert alert) {

    /** Why a message was not delivered. */
    public enum Reason {
        /** The answer's status will not change: 4xx, except 408 and 429. */
        REFUSED,
        /** The answer is a redirect, which is not followed. */
        REDIRECTED,
        /** Until the last attempt, the status was 408, 429 or 5xx. */
        FAILING,
        /** No answer came in time. */
        TIMEOUT,
        /** The TLS connection failed, for example because of the certificate. */
        TLS,
        /** There was no connection, or it broke. */
        UNREACHABLE,
        /** The record on the topic is not an alert. */
        UNREADABLE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
