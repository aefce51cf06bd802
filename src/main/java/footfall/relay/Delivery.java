package footfall.relay;

import footfall.wire.Undelivered;

/**
 * How a message ended: delivered, or sent to the dead-letter topic because of {@code reason}. {@code status} is
 * null if no answer came.
 */
public record Delivery(
        String id, String subject, int records, Undelivered.Reason reason, Integer status, int attempts) {
    static Delivery of(AlertMessage message, HttpPost.Result result) {
        var answer = result.answer();
        return new Delivery(
                message.id(),
                message.subject(),
                message.alerts().size(),
                answer.reason(),
                answer.status(),
                result.attempts());
    }
}
