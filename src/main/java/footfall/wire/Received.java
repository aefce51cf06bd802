package footfall.wire;

import footfall.line.LineEvents;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.turn.Arrival;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;

/** The result of reading a record of the topic {@code lines}. */
public sealed interface Received {
    /** The events of a line with its arrival. */
    record OfLine(Arrival arrival, LineEvents events) implements Received {}

    /** A request to forget. */
    record OfForget(Forget forget, Instant at) implements Received {}

    /** A request to use a price list from now on. */
    record OfPriceList(Repricing.PriceListRequest request) implements Received {}

    /** A request to emit a turn or a session again. */
    record OfRepricing(Repricing.Again request) implements Received {}

    /** A poison record: not from a shipper, of a later schema, or damaged. */
    record Unreadable(RejectedLine why) implements Received {}

    /**
     * The position of a record and its ingestion time in milliseconds; identifies an unreadable record without
     * valid headers.
     */
    record Place(String topic, int partition, long offset, long timestamp) {
        /** The file ID of an unreadable record on the topic {@code rejected}. */
        public RejectedLine unreadable(byte[] value) {
            int length = value == null ? 0 : value.length;
            return new RejectedLine(topic + "-" + partition, offset, length, RejectedBytes.Reason.UNREADABLE, null);
        }
    }

    /** A raw record; key and value may be null. */
    record Raw(Place place, String key, byte[] value, Headers headers) {
        Received unreadable() {
            return new Unreadable(place.unreadable(value));
        }
    }

    /** Reads one record. */
    static Received read(Raw raw) {
        if (Forget.isControl(raw.headers())) {
            return control(raw);
        }
        var headers = LineHeaders.of(raw.headers()).orElse(null);
        var events = headers == null || raw.key() == null || raw.value() == null
                ? null
                : EventJson.read(raw.value()).orElse(null);
        if (events == null || !isOf(events, new SessionId(raw.key()), raw.key())) {
            return raw.unreadable();
        }
        var at = Instant.ofEpochMilli(raw.place().timestamp());
        return new OfLine(
                new Arrival(
                        headers.file(),
                        headers.offset(),
                        headers.previousOffset(),
                        at,
                        headers.copiedFrom(),
                        headers.host(),
                        headers.user(),
                        headers.skipped(),
                        headers.parent(),
                        headers.sender()),
                events);
    }

    private static Received control(Raw raw) {
        if (raw.value() == null) {
            return raw.unreadable();
        }
        var at = Instant.ofEpochMilli(raw.place().timestamp());
        return Forget.of(raw.key(), raw.value(), raw.headers())
                .<Received>map(forget -> new OfForget(forget, at))
                .or(() -> Repricing.list(raw.key(), raw.value(), raw.headers()).map(OfPriceList::new))
                .or(() -> Repricing.again(raw.key(), raw.value(), raw.headers()).map(OfRepricing::new))
                .orElseGet(raw::unreadable);
    }

    /** Events in the wrong partition would be folded separately from the other ones of their session. */
    private static boolean isOf(LineEvents events, SessionId session, String key) {
        return session.value().equals(key)
                && events.events().stream()
                        .allMatch(event -> event.envelope().session().equals(session)
                                && Objects.equals(
                                        event.envelope().agent(),
                                        events.first().envelope().agent()));
    }
}
