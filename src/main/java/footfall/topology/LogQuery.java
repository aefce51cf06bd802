package footfall.topology;

import footfall.alert.Alert;
import footfall.row.RowBytes;
import footfall.session.SessionSummary;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Records;
import footfall.view.Selection;
import footfall.view.TurnDigest;
import footfall.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * How records of one kind in the turn log are read, and which of them a selection admits. {@code row}: the first byte
 * of their keys. {@code lasts}: how long after its {@code time} a filter of time may still admit one.
 */
record LogQuery<V>(
        LogKind kind,
        byte row,
        Function<byte[], V> decoder,
        Function<V, Instant> time,
        Duration lasts,
        Predicate<V> isComplete,
        BiPredicate<Selection, V> admits) {

    static final LogQuery<Turn> TURNS = new LogQuery<>(
            LogKind.TURN,
            LogKind.TURN.row(),
            json -> Json.read(Turn.class, json),
            turn -> turn.span().startedAt(),
            Duration.ZERO,
            turn -> turn.id().turnId() != null
                    && turn.id().sessionId() != null
                    && turn.size().pattern() != null,
            Selection::admits);

    /** What is needed of turns to answer questions about many, where {@link LogRows#hasDigests}. */
    static final LogQuery<TurnDigest> DIGESTS = new LogQuery<>(
            LogKind.TURN,
            LogRows.DIGEST,
            TurnDigest::read,
            digest -> digest.used().head().startedAt(),
            Duration.ZERO,
            digest -> true,
            (selection, digest) -> digest.isIn(selection));

    static final LogQuery<SessionSummary> SESSIONS = new LogQuery<>(
            LogKind.SESSION,
            LogKind.SESSION.row(),
            json -> Json.read(SessionSummary.class, json),
            SessionSummary::startTime,
            Duration.ofDays(30),
            summary -> summary.sessionId() != null,
            Records::admits);

    static final LogQuery<Alert> ALERTS = new LogQuery<>(
            LogKind.ALERT,
            LogKind.ALERT.row(),
            json -> Json.read(Alert.class, json),
            Alert::raisedAt,
            Duration.ZERO,
            alert -> alert.alertId() != null && alert.kind() != null && alert.state() != null,
            Records::admits);

    /** A record, its position, and the size of its JSON. */
    record Found<V>(Position position, V value, int bytes) {}

    /** The bytes of the digest of a turn; null where the record is none. */
    static byte[] digest(String id, byte[] turn) {
        return TURNS.read(id, turn)
                .flatMap(found ->
                        RowBytes.tried(() -> TurnDigest.of(found.value()).bytes()))
                .orElse(null);
    }

    /** The record with an ID. */
    Optional<V> find(ReadOnlyKeyValueStore<Bytes, byte[]> log, String id) {
        return Optional.ofNullable(log.get(LogRows.place(kind, id)))
                .flatMap(place -> read(id, log.get(LogRows.row(row, LogRows.at(place), id))))
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
    Optional<Found<V>> read(String id, byte[] bytes) {
        if (bytes == null || bytes.length == 0) {
            return Optional.empty();
        }
        try {
            return RowBytes.tried(() -> {
                        var value = decoder.apply(bytes);
                        return isComplete.test(value)
                                ? Optional.of(new Found<>(new Position(time.apply(value), id), value, bytes.length))
                                : Optional.<Found<V>>empty();
                    })
                    .flatMap(Function.identity());
        } catch (SerializationException noRecord) {
            return Optional.empty();
        }
    }
}
