package footfall.topology;

import footfall.wire.Channel;
import footfall.wire.Channels;
import java.util.List;
import java.util.stream.Stream;

/** What the turn log keeps: the records of a topic by their time, and the time of each by its ID. */
enum LogKind {
    TURN(Channels.TURNS, 1, "started_at"),
    SESSION(Channels.SESSIONS, 3, "start_time"),
    ALERT(Channels.ALERTS, 5, "raised_at");

    private final Channel<String, ?> channel;
    private final byte row;
    private final String time;

    /** {@code row} is stored. */
    LogKind(Channel<String, ?> channel, int row, String time) {
        this.channel = channel;
        this.row = (byte) row;
        this.time = time;
    }

    /** The topics that the turn log reads. */
    static List<Channel<String, ?>> channels() {
        return Stream.of(values()).<Channel<String, ?>>map(kind -> kind.channel).toList();
    }

    String topic(String prefix) {
        return channel.topic(prefix);
    }

    /** The first byte of the key of a record. */
    byte row() {
        return row;
    }

    /** The first byte of the key of a record's position. */
    byte place() {
        return (byte) (row + 1);
    }

    /** The field by which its records are ordered. */
    String time() {
        return time;
    }
}
