package footfall.topology;

import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.session.SessionSummary;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.wire.RejectedLine;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/**
 * A child of a processor: its name, the keys of its records and the session in a key, which decides the
 * partition, and the type of their values. A shell forwards to a child by name, so no record is tried against
 * every child.
 */
record Outlet<K, V>(String name, Serde<K> keys, Function<K, String> session, Class<V> type) {
    /** A record for an outlet. */
    record Outgoing<K, V>(Outlet<K, V> outlet, K key, V value) {}

    /** Records whose key decides the partition. */
    static <V> Outlet<String, V> byKey(String name, Class<V> type) {
        return new Outlet<>(name, Serdes.String(), key -> key, type);
    }

    /** Records whose key contains more than the session. */
    static <V> Outlet<SessionKey, V> bySession(String name, Class<V> type) {
        return new Outlet<>(name, SessionKey.SERDE, key -> key.session().value(), type);
    }

    /** {@code value} is null for a tombstone. */
    Outgoing<K, V> of(K key, V value) {
        return new Outgoing<>(this, key, value);
    }

    @SuppressWarnings("unchecked") // Records for an outlet are made by of alone.
    KStream<K, V> from(KStream<Object, Object> processed) {
        return (KStream<K, V>) processed.mapValues(type::cast, Named.as(name));
    }

    /** A record's key with the session that decides its partition; a tombstone has no value that says it. */
    record SessionKey(String text, SessionId session) {
        /** Writes the text alone. Topics with such keys are read as text. */
        static final Serde<SessionKey> SERDE =
                Serdes.serdeFrom((topic, key) -> key.text.getBytes(StandardCharsets.UTF_8), (topic, bytes) -> {
                    throw new IllegalStateException("a session cannot be read from a key");
                });

        @Override
        public String toString() {
            return text;
        }
    }

    /** The outlets of the assembler. */
    static final class Assembly {
        static final Outlet<Outlet.SessionKey, Turn> TURNS = Outlet.bySession("turns", Turn.class);
        static final Outlet<Outlet.SessionKey, Invocation> INVOCATIONS =
                Outlet.bySession("invocations", Invocation.class);
        static final Outlet<String, Alert> ALERTS = Outlet.byKey("alerts", Alert.class);
        static final Outlet<Outlet.SessionKey, TurnSnapshot> OPEN = Outlet.bySession("open", TurnSnapshot.class);
        static final Outlet<String, SessionSummary> SESSIONS = Outlet.byKey("sessions", SessionSummary.class);
        static final Outlet<String, RejectedLine> REJECTED = Outlet.byKey("rejected", RejectedLine.class);
        static final Outlet<String, byte[]> DELTAS = Outlet.byKey("deltas", byte[].class);

        private Assembly() {}
    }
}
