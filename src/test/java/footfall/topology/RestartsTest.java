package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.topology.Restarts.Next;
import java.util.Collections;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private static final TopicPartition LINES = new TopicPartition("lines", 0);

    private long now = 86_400_000;
    private Restarts restarts = of(1);

    private Restarts of(int threads) {
        return new Restarts(threads, true, () -> now, millis -> now += millis);
    }

    private Next after(long millis) {
        return after(millis, new ProcessorStateException("x"));
    }

    private Next after(long millis, Exception why) {
        now += millis;
        return restarts.after(new StreamsException("wrapped", why));
    }

    private void committed(long offset) {
        restarts.committed(Map.of(LINES, new OffsetAndMetadata(offset)));
    }

    /** How many threads are replaced before it gives up; 1000 at most. */
    private int replaced(long everyMillis) {
        int replaced = 0;
        while (replaced < 1_000 && after(everyMillis) == Next.REPLACE) {
            replaced++;
        }
        return replaced;
    }

    @Test
    void aBugIsNeverFollowedByAnotherThread() {
        assertThat(restarts.after(new IllegalStateException("x"))).isEqualTo(Next.STOP);
        assertThat(restarts.recent()).isEmpty();
    }

    @Test
    void twentyRestartsOfEachThreadInAMinuteOrMoreWithoutProgressAreEnough() {
        assertThat(replaced(5_000)).isEqualTo(19);
        restarts = of(8);
        assertThat(replaced(5_000)).isEqualTo(159);
    }

    @Test
    void restartsAreRepeatedForAMinuteHoweverFastTheyFail() {
        assertThat(replaced(0)).isEqualTo(65);
        assertThat(restarts.recent())
                .hasValue("stream thread restarted (ProcessorStateException, restart 66 since the start)");
    }

    @Test
    void brokersMayBeAwayForAnyTimeWithoutAnEndExceptInARunThatEndsByItself() {
        for (int restart = 0; restart < 1_000; restart++) {
            assertThat(after(5_000, new TimeoutException("x"))).isEqualTo(Next.REPLACE);
        }
        assertThat(replaced(5_000)).isEqualTo(19);
        restarts = new Restarts(1, false, () -> now, millis -> now += millis);
        for (int restart = 0; restart < 19; restart++) {
            assertThat(after(5_000, new TimeoutException("x"))).isEqualTo(Next.REPLACE);
        }
        assertThat(after(5_000, new TimeoutException("x"))).isEqualTo(Next.GIVE_UP);
    }

    @Test
    void aCommitOfAHigherOffsetIsProgressAndTheSameOffsetAgainIsNone() {
        committed(7);
        assertThat(Collections.nCopies(19, 5_000L))
                .allSatisfy(millis -> assertThat(after(millis)).isEqualTo(Next.REPLACE));
        committed(8);
        assertThat(after(5_000)).isEqualTo(Next.REPLACE);
        committed(8);
        committed(7);
        assertThat(replaced(5_000)).isEqualTo(18);
    }

    @Test
    void restartsFarApartOrBeforeTheClockIsSetBackDoNotCountTogether() {
        assertThat(replaced(30_000)).isEqualTo(1_000);
        assertThat(replaced(-2_000)).isEqualTo(1_000);
    }

    @Test
    void inARunThatEndsByItselfAllRestartsWithoutProgressCountTogether() {
        restarts = new Restarts(1, false, () -> now, millis -> now += millis);
        assertThat(replaced(600_000)).isEqualTo(19);
    }

    @Test
    void storesThatWereDeletedAreSaidForAsLongAsARestart() {
        restarts.storesDeleted();
        assertThat(restarts.recent())
                .hasValue("deleted local stores that could not be opened; restoring them from their changelogs");
        now += 30_000;
        assertThat(restarts.recent()).isEmpty();
    }
}
