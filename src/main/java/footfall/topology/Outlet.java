package footfall.topology;

import java.util.function.BiFunction;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/**
 * A child of a processor: its name, the type of the values that go to it, and the session of a record, which
 * decides its partition. A shell forwards to a child by name, so no record is tried against every child.
 */
record Outlet<K, V>(String name, Class<V> type, BiFunction<K, V, String> session) {
    /** A record for an outlet. */
    record Outgoing<K, V>(Outlet<K, V> outlet, K key, V value) {}

    Outgoing<K, V> of(K key, V value) {
        return new Outgoing<>(this, key, value);
    }

    @SuppressWarnings("unchecked") // Records for an outlet are made by of alone.
    KStream<K, V> from(KStream<Object, Object> processed) {
        return (KStream<K, V>) processed.mapValues(type::cast, Named.as(name));
    }
}
