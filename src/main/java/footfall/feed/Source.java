package footfall.feed;

import footfall.wire.Channel;
import footfall.wire.Channels;

/** A topic of the feed; the letter names it in positions. */
enum Source {
    TURNS('t', Channels.TURNS),
    ALERTS('a', Channels.ALERTS),
    DESIRES('d', Channels.DESIRES),
    OPEN('o', Channels.OPEN);

    final char letter;
    final Channel<String, ?> channel;

    Source(char letter, Channel<String, ?> channel) {
        this.letter = letter;
        this.channel = channel;
    }

    static Source of(String topic, String prefix) {
        for (var source : values()) {
            if (source.channel.topic(prefix).equals(topic)) {
                return source;
            }
        }
        throw new IllegalArgumentException("not a topic of the feed: " + topic);
    }
}
