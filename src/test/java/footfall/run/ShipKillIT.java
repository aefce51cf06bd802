package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.KnownCredentials;
import footfall.line.RejectedBytes;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Revisions;
import footfall.testkit.SharedCluster;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.wire.Channels;
import footfall.wire.RejectedLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shippers killed as {@code kill -9} does, at random points, while the files grow in random pieces and the
 * topology runs: in the end the turns are those of the files, none missing and none twice. {@code
 * -Dfootfall.kills} says how often, {@code -Dfootfall.seed} at which points.
 */
@LongSuite
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ShipKillIT extends SharedCluster {
    private static final int KILLS = Integer.getInteger("footfall.kills", 3);
    private static final int KILLS_A_ROUND = 3;
    private static final int PIECES_A_KILL = 15;
    private static final int MILLIS_MAX = 1_500;

    @ParameterizedTest(name = "{0} shippers on one home")
    @ValueSource(ints = {1, 2})
    void killedAtAnyPointAndStartedAgainTheyGiveTheTurnsOfTheFiles(int shippers) throws Exception {
        long seed = Long.getLong("footfall.seed", System.nanoTime());
        System.out.println("-Dfootfall.seed=" + seed);
        var random = new Random(seed);
        for (int kills = 0; kills < KILLS; kills += KILLS_A_ROUND) {
            round("kill" + shippers + "-" + kills, shippers, random);
        }
    }

    private static void round(String name, int shippers, Random random) throws Exception {
        var footfall = cluster.footfall(name, 3, Story.RULES);
        var here = Files.createDirectories(folder.resolve("round-" + name));
        var growing = new GrowingHome(here.resolve("home"), random);
        growing.append();
        var ships = new ArrayList<ShipProcess>();
        try (var streaming = footfall.start(1)) {
            for (int i = 0; i < shippers; i++) {
                ships.add(new ShipProcess(
                                here.resolve("data" + i),
                                growing.home(),
                                footfall.settings().prefix(),
                                KnownCredentials.options(here, cluster.client(), Map.of()))
                        .start());
            }
            for (int i = 0; i < KILLS_A_ROUND; i++) {
                kill(ships.get(random.nextInt(shippers)), growing, random);
            }
            catchUp(ships, growing);
            footfall.drain(streaming);
        } finally {
            ships.forEach(ShipProcess::close);
        }
        assertHolds(footfall, growing.home());
    }

    /** At once after a start, which is before it ships anything, or when it has begun to. */
    private static void kill(ShipProcess ship, GrowingHome growing, Random random) throws Exception {
        boolean isShipping = random.nextInt(4) > 0;
        if (isShipping) {
            ship.await(status -> status.get("files").asInt() > 0);
        }
        int pieces = random.nextInt(PIECES_A_KILL);
        int millis = random.nextInt(MILLIS_MAX);
        for (int i = 0; i < pieces; i++) {
            growing.append();
            assertThat(ship.runsFor(millis / pieces)).as(ship::said).isTrue();
        }
        ship.kill();
        System.out.println("killed " + millis + " ms and " + pieces + " pieces after "
                + (isShipping ? "it shipped" : "its start"));
        ship.start();
    }

    private static void catchUp(List<ShipProcess> ships, GrowingHome growing) throws Exception {
        while (growing.append()) {
            Thread.onSpinWait();
        }
        for (var ship : ships) {
            ship.awaitShipped(growing.count());
            ship.stop();
            // What was looked at while the last piece came is looked at again.
            assertThat(ship.start("--once").end()).as(ship::said).isZero();
        }
    }

    private static void assertHolds(Cluster.Footfall footfall, Path home) {
        var expected = TurnText.of(
                Shipment.below(home, ShipProcess.NOBODY).turns(Story.RULES).values());
        assertThat(TurnText.of(footfall.turns())).containsExactlyEntriesOf(expected);
        Revisions.assertOneContentEach(footfall.committed());
        var rejected = new ArrayList<RejectedLine>();
        footfall.committed().each(Channels.REJECTED, row -> rejected.add(row.value()));
        assertThat(rejected).noneMatch(row -> row.reason() == RejectedBytes.Reason.GAP);
    }
}
