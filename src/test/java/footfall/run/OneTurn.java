package footfall.run;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;

import footfall.testkit.Shipment;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A session with one turn, for tests of {@code stream}. */
final class OneTurn {
    private OneTurn() {}

    static List<Shipment.Sent> lines(String session) {
        return Shipment.of(session(session)
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "t1"))
                        .duration(2, 10))
                .records();
    }

    static void await(Stream running, String id) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> running.views().turn(id).isPresent());
    }
}
