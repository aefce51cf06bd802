package footfall.view;

import footfall.turn.Origin;
import footfall.turn.Turn;
import java.util.List;
import java.util.Locale;

/**
 * Records as they are committed, for many subscribers. Each event has the position after it, as a text that is valid
 * on any instance. Thread-safe.
 */
public interface Feed {
    /**
     * Delivers events until the subscriber is closed: after {@code position}, or from now on if it is null.
     *
     * @throws IllegalArgumentException when the text is not a position
     */
    void subscribe(String position, Subscriber subscriber);

    /** Receives events in order. Its methods return at once; thread-safe. */
    interface Subscriber {
        void event(Event event);

        /** Nothing is missing up to {@code position}; null: the position did not change. */
        void alive(String position);

        /** No more events come. */
        void end(String reason);

        /** Whether it takes many more events without being too slow. */
        boolean hasRoom();

        /** False: it is removed. */
        boolean isOpen();
    }

    /**
     * What happened to a record. {@code sessionId}, {@code product} and {@code origin} are null if the record has none
     * or they are not known any more. {@code position} is null if the event changes none.
     */
    record Event(Type type, String position, String sessionId, Turn.Product product, Origin origin, Object record) {
        public Event at(String other) {
            return new Event(type, other, sessionId, product, origin, record);
        }
    }

    /** The kind of an event. */
    enum Type {
        TURN,
        ALERT,
        DESIRE,
        /** An open turn grew. */
        OPEN,
        /** An open turn is not open any more. */
        CLOSED,
        /** A turn or desire does not exist any more. */
        WITHDRAWN,
        /** Events are missing here. */
        RESET;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it is sent whatever a client selects, if what it selects by is not known. */
        public boolean isEnd() {
            return this == CLOSED || this == WITHDRAWN || this == RESET;
        }
    }

    /** The turn of a trail closed; {@code turnId} is null if it is not known any more. */
    record Closed(String trail, String turnId, Turn.Product product, Origin origin) {}

    /** The record of a turn or desire was deleted. */
    record Withdrawn(String type, String id) {}

    /** Events of some topics are missing before this one, for {@code reason}: read their current state anew. */
    record Reset(String reason, List<String> topics) {
        public Reset {
            topics = List.copyOf(topics);
        }
    }
}
