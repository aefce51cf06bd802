package footfall.wire;

import footfall.line.SessionId;
import footfall.turn.Turn;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * Requests on the topic {@code lines} to use other prices. First a price list to each partition, without a key, whose
 * {@code id} comes back in the tombstone that confirms it, as that of {@link Forget}; then, with a session as key, one
 * without a value for the session itself, and one for each of its turns, whose value is the turn's record on the topic
 * {@code turns}.
 */
public final class Repricing {
    static final String LIST = "prices";
    static final String EMITTED = "reprice";

    private Repricing() {}

    /** {@code prices}: the text of a price list. */
    public record PriceListRequest(String id, String prices) {
        public PriceListRequest {
            Objects.requireNonNull(prices, "prices is null");
            if (id == null || !Forget.ID.matcher(id).matches()) {
                throw new IllegalArgumentException("id is not of 1 to 64 letters, digits and hyphens");
            }
        }

        public byte[] bytes() {
            return Json.bytes(this);
        }

        public void addTo(Headers headers) {
            Forget.addTo(headers, LIST);
        }
    }

    /** Marks a record as a request for a session or one of its turns. */
    public static void addTo(Headers headers) {
        Forget.addTo(headers, EMITTED);
    }

    /** Of a turn's record: its session, and the version of the list that priced it, null for none. */
    public record EmittedTurn(String sessionId, String priceList) {}

    /** Empty for a record that is no turn. */
    public static Optional<EmittedTurn> ofRecord(byte[] turn) {
        try {
            return Optional.ofNullable(Json.MAPPER.readValue(turn, EmittedTurn.class))
                    .filter(one -> one.sessionId() != null);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** To emit again with the prices of now: a turn as it was emitted, null for the session itself. */
    public record Again(SessionId session, Turn turn) {}

    /** Empty when it is malformed, or another request. */
    static Optional<PriceListRequest> list(String key, byte[] value, Headers headers) {
        try {
            return Forget.isControl(headers, LIST) && key == null
                    ? Optional.ofNullable(Json.MAPPER.readValue(value, PriceListRequest.class))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Empty when it is malformed, or another request. */
    static Optional<Again> again(String key, byte[] value, Headers headers) {
        if (!Forget.isControl(headers, EMITTED) || key == null) {
            return Optional.empty();
        }
        try {
            var session = new SessionId(key);
            var turn = value.length == 0 ? null : Json.MAPPER.readValue(value, Turn.class);
            boolean isOfSession = value.length == 0
                    || turn != null && session.equals(turn.id().sessionId());
            return isOfSession ? Optional.of(new Again(session, turn)) : Optional.empty();
        } catch (IOException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
