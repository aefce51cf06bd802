package footfall.feed;

import footfall.alert.Alert;
import footfall.desire.Desire;
import footfall.line.BoundedMap;
import footfall.row.RowBytes;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.view.Feed;
import footfall.view.Feed.Type;
import footfall.wire.Json;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/** Makes events of records. Remembers the open turns, so that a tombstone can be described. */
final class EventRecords {
    /** The whole turn is at {@code /api/v1/turns/{id}}. */
    private static final int STEPS_MAX = 20;

    private static final int OPEN_MAX = 20_000;

    private final Map<String, OpenTrail> open = BoundedMap.evictingLeastRecentlyUsed(OPEN_MAX);

    /** A trail with an open turn. It does not say where the ID of its session ends, which may contain a slash. */
    private record OpenTrail(String session, Feed.Closed closed) {}

    /** Empty for a record that this version cannot read. */
    Optional<Feed.Event> event(Source source, ConsumerRecord<String, byte[]> record, Offsets after) {
        try {
            return RowBytes.tried(() -> read(source, record, after.text()));
        } catch (SerializationException unreadable) {
            return Optional.empty();
        }
    }

    private Feed.Event read(Source source, ConsumerRecord<String, byte[]> record, String position) {
        if (record.value() == null) {
            return withdrawn(source, record.key(), position);
        }
        return switch (source) {
            case TURNS -> {
                var turn = Json.read(Turn.class, record.value()).withSteps(STEPS_MAX);
                var session = turn.id().sessionId().value();
                yield new Feed.Event(Type.TURN, position, session, turn.product(), turn.origin(), turn);
            }
            case ALERTS -> {
                var alert = Json.read(Alert.class, record.value());
                var session =
                        alert.sessionId() == null ? null : alert.sessionId().value();
                yield new Feed.Event(Type.ALERT, position, session, alert.product(), alert.origin(), alert);
            }
            case DESIRES ->
                new Feed.Event(Type.DESIRE, position, null, null, null, Json.read(Desire.class, record.value()));
            case OPEN -> {
                var turn = Json.read(TurnSnapshot.class, record.value());
                var session = turn.id().sessionId().value();
                var closed = new Feed.Closed(record.key(), turn.id().turnId(), turn.product(), turn.origin());
                open.put(record.key(), new OpenTrail(session, closed));
                yield new Feed.Event(Type.OPEN, position, session, turn.product(), turn.origin(), turn);
            }
        };
    }

    private Feed.Event withdrawn(Source source, String key, String position) {
        if (source != Source.OPEN) {
            var type = source == Source.TURNS ? Type.TURN : Type.DESIRE;
            return new Feed.Event(Type.WITHDRAWN, position, null, null, null, new Feed.Withdrawn(type.word(), key));
        }
        var known = open.remove(key);
        if (known == null) {
            return new Feed.Event(Type.CLOSED, position, null, null, null, new Feed.Closed(key, null, null, null));
        }
        var closed = known.closed;
        return new Feed.Event(Type.CLOSED, position, known.session, closed.product(), closed.origin(), closed);
    }
}
