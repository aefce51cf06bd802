package footfall.relay;

import footfall.wire.Channels;
import footfall.wire.Undelivered;
import java.util.Map;

/** Writes the dead-letter topic. An error is thrown by {@link #settle}. */
final class DeadLetters implements AutoCloseable {
    private final TopicWriter<Undelivered> writer;

    DeadLetters(Map<String, String> client, String prefix) {
        writer = new TopicWriter<>(
                client,
                Channels.UNDELIVERED.topic(prefix),
                Channels.UNDELIVERED.value().serializer(),
                "the alerts will be sent again after the next start");
    }

    void add(String key, Undelivered undelivered) {
        writer.send(null, key, undelivered);
    }

    void settle() {
        writer.settle();
    }

    @Override
    public void close() {
        writer.close();
    }
}
