package footfall.run;

import footfall.broker.KnownCredentials;
import footfall.testkit.Cluster;
import footfall.testkit.FakeClock;
import footfall.testkit.LongSuite;
import footfall.testkit.Ports;
import footfall.testkit.Story;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clock of a shipper's machine is set back by two days while the broker is away: Kafka's producer would
 * connect again in two days, as it counts its waits by the clock.
 */
@LongSuite
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ShipClockIT {
    private static final long DAY_S = 86_400;
    private static final String PREFIX = "clock.";

    @TempDir
    Path folder;

    private FakeClock clock;

    @BeforeEach
    void aClock() throws Exception {
        var library = FakeClock.library();
        Assumptions.assumeTrue(library.isPresent(), "libfaketime is not installed");
        clock = new FakeClock(folder, library.get()).set(0);
    }

    @Test
    void whatIsWrittenWhileTheBrokerIsAwayAndTheClockIsSetBackIsSentWhenTheBrokerIsBack() throws Exception {
        var growing = new GrowingHome(folder.resolve("home"), new Random(1));
        int port = Ports.free();
        var options = KnownCredentials.options(folder, Cluster.client(folder, port), Map.of());
        growing.append();
        try (var ship = new ShipProcess(folder.resolve("data"), growing.home(), PREFIX, options).by(clock)) {
            try (var first = Cluster.start(folder, port)) {
                first.footfall("clock", 3, Story.RULES);
                ship.start().await(status -> status.get("lines").asLong() > 0);
            }
            growing.append();
            ship.await(status -> status.hasNonNull("waits_for"));
            clock.set(-2 * DAY_S);
            try (var second = Cluster.start(folder, port)) {
                second.footfall("clock", 3, Story.RULES);
                while (growing.append()) {
                    Thread.onSpinWait();
                }
                ship.awaitShipped(growing.count());
                ship.stop();
            }
        }
    }
}
