package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.ManySessions;
import footfall.testkit.Revisions;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.topology.Streaming;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Instances come and go while lines are fed: partitions move with their open turns, and the turns are those
 * of the files. A partition that moves stays here as a standby, and comes back from it.
 */
@LongSuite
@Timeout(300)
class RebalanceIT {
    private static final int PARTITIONS = 4;
    private static final int ROUNDS = 3;

    @TempDir
    Path folder;

    @Test
    void whileInstancesJoinAndLeaveTheTurnsAreThoseOfTheFiles() throws Exception {
        var shipment = Shipment.below(ManySessions.write(folder.resolve("projects"), 40, 6), Shipment.BOX);
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("shared", PARTITIONS, Story.RULES);
            var parts = parts(shipment.interleaved(), 1 + 2 * ROUNDS);
            var next = parts.iterator();
            try (var stays = footfall.start("stays", 1)) {
                footfall.send(next.next());
                for (int round = 0; round < ROUNDS; round++) {
                    try (var joins = footfall.start("joins", 1)) {
                        footfall.send(next.next());
                        awaitShares(footfall, joins, List.of(2L, 2L));
                        footfall.send(next.next());
                        footfall.awaitCommits(joins);
                        awaitOneAnswerEach(footfall, stays, joins);
                    }
                }
                awaitShares(footfall, stays, List.of((long) PARTITIONS));
                footfall.drain(stays);
            }
            var turns = footfall.turns();
            assertThat(TurnText.of(turns))
                    .containsExactlyEntriesOf(
                            TurnText.of(shipment.turns(Story.RULES).values()));
            Revisions.assertOneContentEach(footfall.committed());
        }
    }

    private static void awaitShares(Cluster.Footfall footfall, Streaming streaming, List<Long> shares) {
        footfall.await(streaming, () -> footfall.shares().equals(shares));
    }

    /** The instance that has a turn's partition as a standby does not answer. */
    private static void awaitOneAnswerEach(Cluster.Footfall footfall, Streaming stays, Streaming joins) {
        var ids = footfall.turns().stream().map(turn -> turn.id().turnId()).toList();
        footfall.await(
                joins,
                () -> ids.stream()
                        .allMatch(id -> stays.views().turn(id).isPresent()
                                != joins.views().turn(id).isPresent()));
    }

    private static List<List<Shipment.Sent>> parts(List<Shipment.Sent> records, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> records.subList(i * records.size() / count, (i + 1) * records.size() / count))
                .toList();
    }
}
