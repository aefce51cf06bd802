package footfall.topology;

import footfall.line.SessionId;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

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
