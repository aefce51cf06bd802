package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.topology.LagConsumer.PollWait;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PollWaitTest {
    private static final Duration ASKED = Duration.ofMillis(10);

    /** Nanoseconds of a clock may be of any sign. */
    private static final long START = -5_000_000_000L;

    private final PollWait wait = new PollWait(START);

    private static long at(Duration later) {
        return START + later.toNanos();
    }

    @Test
    void aThreadWithWorkWaitsAsLongAsKafkaStreamsAsks() {
        for (int i = 0; i < 300; i++) {
            long now = at(ASKED.multipliedBy(i));
            assertThat(wait.of(ASKED, now)).isEqualTo(ASKED);
            wait.busy(now);
        }
    }

    @Test
    void aThreadWaitsLongerOnceNothingHappenedForASecondAndUntilSomethingHappens() {
        assertThat(wait.of(ASKED, at(PollWait.REST_AFTER.minusNanos(1)))).isEqualTo(ASKED);
        assertThat(wait.of(ASKED, at(PollWait.REST_AFTER))).isEqualTo(PollWait.AT_REST);
        assertThat(wait.of(ASKED, at(Duration.ofHours(1)))).isEqualTo(PollWait.AT_REST);
        wait.busy(at(Duration.ofHours(1)));
        assertThat(wait.of(ASKED, at(Duration.ofHours(1)))).isEqualTo(ASKED);
    }

    @Test
    void aPollThatMayNotWaitDoesNotAndALongerWaitStays() {
        long late = at(Duration.ofHours(1));
        assertThat(wait.of(Duration.ZERO, late)).isZero();
        assertThat(wait.of(Duration.ofMinutes(1), late)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aThreadAtRestWaitsUntilItsNextPunctuationAndNotLonger() {
        var tidying = new Object();
        var timers = new Object();
        wait.punctuates(tidying, START, Duration.ofMinutes(10));
        wait.punctuates(timers, START, Duration.ofMillis(5_300));
        assertThat(wait.of(ASKED, at(Duration.ofSeconds(4)))).isEqualTo(PollWait.AT_REST);
        assertThat(wait.of(ASKED, at(Duration.ofSeconds(5)))).isEqualTo(Duration.ofMillis(300));
        assertThat(wait.of(ASKED, at(Duration.ofMillis(5_299)))).isEqualTo(ASKED);
        wait.punctuates(timers, at(Duration.ofMillis(5_300)), Duration.ofMinutes(10));
        assertThat(wait.of(ASKED, at(Duration.ofMillis(5_400)))).isEqualTo(PollWait.AT_REST);
    }

    @Test
    void aPunctuationThatIsDueWithinASecondIsWork() {
        long late = at(Duration.ofHours(1));
        wait.punctuates(this, late, PollWait.REST_AFTER.minusMillis(1));
        assertThat(wait.of(ASKED, late + 1)).isEqualTo(ASKED);
    }

    @Test
    void aPunctuationThatNeverComesIsForgottenAfterASecond() {
        wait.punctuates(this, START, Duration.ofSeconds(2));
        assertThat(wait.of(ASKED, at(Duration.ofMillis(2_500)))).isEqualTo(ASKED);
        assertThat(wait.of(ASKED, at(Duration.ofMillis(3_001)))).isEqualTo(PollWait.AT_REST);
    }
}
