package footfall.broker;

import footfall.testkit.Ports;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReachabilityTest {
    /** The names of containers disappear with them, and then Kafka creates no client. */
    static String[] unreachable() throws Exception {
        return new String[] {"127.0.0.1:" + Ports.free(), "broker.invalid:9092"};
    }

    @ParameterizedTest
    @MethodSource("unreachable")
    void aClusterThatDoesNotAnswerOrHasNoAddressIsUnreachable(String servers) {
        try (var reachability = Reachability.watch(Map.of("bootstrap.servers", servers))) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(4))
                    .until(() -> reachability.state() == Reachability.State.UNREACHABLE);
        }
    }
}
