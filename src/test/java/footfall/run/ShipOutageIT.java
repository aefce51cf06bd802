package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.broker.KnownCredentials;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One shipper whose broker is not there yet, has no topics yet, goes away while files grow for longer than
 * several requests may take, and is back at the same port. {@code -Dfootfall.away} says for how many seconds
 * at least; the shipper is waited for until it says that it waits, whatever that takes.
 */
@LongSuite
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ShipOutageIT {
    private static final Duration AWAY = Duration.ofSeconds(Integer.getInteger("footfall.away", 1));
    private static final String PREFIX = "away.";

    @TempDir
    Path folder;

    @Test
    void whereverTheBrokerGoesTheTurnsAreThoseOfTheFilesAndTheStatusSaysSo() throws Exception {
        long seed = Long.getLong("footfall.seed", System.nanoTime());
        System.out.println("-Dfootfall.seed=" + seed);
        var growing = new GrowingHome(folder.resolve("home"), new Random(seed));
        int port = Ports.free();
        grow(growing, 20);
        try (var ship = new ShipProcess(folder.resolve("data"), growing.home(), PREFIX, options(port)).start()) {
            ship.await(status -> says(status, "no answer from Kafka at 127.0.0.1:" + port));
            try (var first = Cluster.start(folder, port)) {
                ship.await(status -> says(status, "has no topic away."));
                first.footfall("away", 3, Story.RULES);
                ship.await(status ->
                        !status.hasNonNull("waits_for") && status.get("lines").asLong() > 0);
                grow(growing, 20);
            }
            beAway(ship, growing);
            try (var second = Cluster.start(folder, port)) {
                var footfall = second.footfall("away", 3, Story.RULES);
                ship.await(status -> !status.hasNonNull("waits_for"));
                grow(growing, Integer.MAX_VALUE);
                ship.awaitShipped(growing.count());
                ship.stop();
                assertThat(ship.start("--once").end()).as(ship::said).isZero();
                assertHolds(footfall, growing.home());
            }
            assertThat(ship.said())
                    .contains("no answer from Kafka")
                    .contains("has no topic")
                    .contains("no acknowledgement from Kafka at 127.0.0.1:" + port
                            + " for 10 s; check that its brokers run; retrying until Kafka answers; no lines are lost")
                    .contains("connection restored");
        }
    }

    /** Files grow meanwhile, and when they are whole the time goes on. */
    private static void beAway(ShipProcess ship, GrowingHome growing) throws Exception {
        long began = System.nanoTime();
        grow(growing, 20);
        ship.await(status -> says(status, "no acknowledgement from Kafka"));
        Awaitility.await()
                .atMost(AWAY.plusMinutes(1))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    growing.append();
                    return System.nanoTime() - began > AWAY.toNanos();
                });
    }

    private static boolean says(JsonNode status, String what) {
        return status.path("waits_for").asText().contains(what);
    }

    private static void grow(GrowingHome growing, int pieces) throws IOException {
        for (int i = 0; i < pieces && growing.append(); i++) {
            Thread.onSpinWait();
        }
    }

    /** Requests give up soon, so that an outage of seconds is one of many requests. */
    private List<String> options(int port) {
        return KnownCredentials.options(
                folder,
                Cluster.client(folder, port),
                Map.of("request.timeout.ms", "1000", "reconnect.backoff.max.ms", "200", "metadata.max.age.ms", "2000"));
    }

    private static void assertHolds(Cluster.Footfall footfall, Path home) {
        var expected = TurnText.of(
                Shipment.below(home, ShipProcess.NOBODY).turns(Story.RULES).values());
        assertThat(TurnText.of(footfall.run(1))).containsExactlyEntriesOf(expected);
    }
}
