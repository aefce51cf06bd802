package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When the watch checks; that it helps is held by {@link RebalanceWatchIT}. */
class RebalanceWatchTest {
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int PAUSES = 400;

    private final GroupInTime group = new GroupInTime();
    private final RebalanceWatch watch = new RebalanceWatch(group::opened, PAUSE, () -> group.now, group::slept);

    /** A group that counts what it is asked; the machine is suspended in some check or pause. */
    private final class GroupInTime implements WatchedGroup {
        private long now = 1_000_000;
        private int opened;
        private int open;
        private int checks;
        private int pauses;
        private int suspendedInCheck = -1;
        private int suspendedInPause = -1;

        GroupInTime opened() {
            opened++;
            open++;
            return this;
        }

        void slept(long ms) {
            pauses++;
            now += ms + (pauses == suspendedInPause ? Duration.ofHours(1).toMillis() : 1);
            if (pauses == PAUSES) {
                watch.close();
            }
        }

        @Override
        public boolean isRebalancing() {
            checks++;
            now += checks == suspendedInCheck ? Duration.ofHours(1).toMillis() : 20;
            return false;
        }

        @Override
        public void remove() {
            throw new AssertionError("nobody is missing");
        }

        @Override
        public void close() {
            open--;
        }
    }

    @Test
    void itChecksForFiveMinutesByOneClient() {
        watch.run();
        assertThat(group.checks).isEqualTo(RebalanceWatch.CHECKS);
        assertThat(group.opened).isOne();
        assertThat(group.open).isZero();
    }

    @Test
    void aSuspendInAPauseBeginsTheChecksAnew() {
        group.suspendedInPause = 100;
        watch.run();
        assertThat(group.checks).isEqualTo(2 * RebalanceWatch.CHECKS);
        assertThat(group.opened).isEqualTo(2);
        assertThat(group.open).isZero();
    }

    @Test
    void soDoesASuspendInACheck() {
        group.suspendedInCheck = RebalanceWatch.CHECKS;
        watch.run();
        assertThat(group.checks).isEqualTo(2 * RebalanceWatch.CHECKS);
        assertThat(group.opened).isEqualTo(2);
        assertThat(group.open).isZero();
    }
}
