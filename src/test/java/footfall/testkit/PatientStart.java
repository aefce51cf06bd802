package footfall.testkit;

import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologySettings;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.errors.StreamsException;
import org.awaitility.Awaitility;

/**
 * Starts a one-shot run when no other has its stores: closing a run takes at most 3 s, and on a busy machine its
 * threads may end later.
 */
final class PatientStart {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private PatientStart() {}

    static Streaming of(TopologySettings topology, StreamSettings settings) {
        var started = new AtomicReference<Streaming>();
        Awaitility.await()
                .atMost(PATIENCE)
                .ignoreExceptionsMatching(why ->
                        why instanceof StreamsException && why.getMessage().contains("in the same state directory"))
                .until(() -> {
                    started.set(Streaming.startToEnd(topology, settings));
                    return true;
                });
        return started.get();
    }
}
