package footfall.topology;

import footfall.alert.Alert;
import footfall.row.RowBytes;
import footfall.session.SessionSummary;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Records;
import footfall.view.Selection;
import footfall.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * How records of one kind in the turn log are read, and which of them a selection admits. {@code lasts}: how long after
 * its {@code time} a filter of time may still admit one.
 */
record LogQuery<V>(
        LogKind kind,
        Class<V> type,
        Function<V, Instant> time,
        Duration lasts,
        Predicate<V> isComplete,
        BiPredicate<Selection, V> admits) {

    static final LogQuery<Turn> TURNS = new LogQuery<>(
            LogKind.TURN,
            Turn.class,
            turn -> turn.span().startedAt(),
            Duration.ZERO,
            turn -> turn.id().turnId() != null
                    && turn.id().sessionId() != null
                    && turn.size().pattern() != null,
            Selection::admits);

    static final LogQuery<SessionSummary> SESSIONS = new LogQuery<>(
            LogKind.SESSION,
            SessionSummary.class,
            SessionSummary::startTime,
            Duration.ofDays(30),
            summary -> summary.sessionId() != null,
            Records::admits);

    static final LogQuery<Alert> ALERTS = new LogQuery<>(
            LogKind.ALERT,
            Alert.class,
            Alert::raisedAt,
            Duration.ZERO,
            alert -> alert.alertId() != null && alert.kind() != null && alert.state() != null,
            Records::admits);

    /** A record, its position, and the size of its JSON. */
    record Found<V>(Position position, V value, int bytes) {}

    /** The record with an ID. */
    Optional<V> find(ReadOnlyKeyValueStore<Bytes, byte[]> log, String id) {
        return Optional.ofNullable(log.get(LogRows.place(kind, id)))
                .flatMap(place -> read(id, log.get(LogRows.row(kind, LogRows.at(place), id))))
                .map(Found::value);
    }

    /** The first IDs of sessions that start with this; not those that were forgotten or that have nothing. */
    static List<String> sessionIds(ReadOnlyKeyValueStore<Bytes, byte[]> log, String prefix, int max) {
        var ids = new ArrayList<String>();
        try (var rows = LogRows.sessions(log, prefix)) {
            while (rows.hasNext() && ids.size() < max) {
                var id = LogRows.idOfPlace(rows.next().key);
                SESSIONS.find(log, id)
                        .filter(found -> id.startsWith(prefix) && Records.admits(Selection.ALL, found))
                        .ifPresent(found -> ids.add(id));
            }
        }
        return ids;
    }

    /** Empty for a forgotten session and for bytes that are not such a record, which any writer can send. */
    Optional<Found<V>> read(String id, byte[] json) {
        if (json == null || json.length == 0) {
            return Optional.empty();
        }
        try {
            var value = Json.read(type, json);
            return RowBytes.tried(() -> isComplete.test(value)
                            ? new Found<>(new Position(time.apply(value), id), value, json.length)
                            : null)
                    .filter(Objects::nonNull);
        } catch (SerializationException noRecord) {
            return Optional.empty();
        }
    }
}
