package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.topology.LagClients.Stalls;
import footfall.topology.LagConsumer.PollWait;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** How often is committed and polled, and when a thread stands still. */
class PaceTest {
    private static final Duration ASKED = Duration.ofMillis(10);

    /** Nanoseconds of a clock may be of any sign. */
    private static final long START = -5_000_000_000L;

    private final PollWait wait = new PollWait(START);

    private final CommitProducer.CommitPace pace = new CommitProducer.CommitPace();

    private long now;

    private final Stalls stalls = new Stalls();

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

    /** Returns for how long the next one has to wait. */
    private long afterOneOf(long duration) {
        now += 1_000_000;
        pace.begin(now);
        pace.begin(now + duration / 2);
        now += duration;
        pace.end(now);
        long next = now;
        while (!pace.allows(next)) {
            next++;
        }
        return next - now;
    }

    @Test
    void theFirstCommitIsAllowedAtAnyTime() {
        assertThat(pace.allows(Long.MIN_VALUE)).isTrue();
        assertThat(pace.allows(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void theNextCommitWaitsTwiceAsLongAsTheFastestOfTheLastThreeTook() {
        assertThat(new long[] {afterOneOf(10), afterOneOf(20), afterOneOf(30), afterOneOf(40), afterOneOf(5)})
                .containsExactly(0, 0, 20, 40, 10);
    }

    @Test
    void oneSlowCommitDelaysNoOther() {
        afterOneOf(10);
        afterOneOf(10);
        assertThat(afterOneOf(900)).isEqualTo(20);
        assertThat(afterOneOf(10)).isEqualTo(20);
    }

    @Test
    void aCommitThatWasAbortedDoesNotCount() {
        afterOneOf(10);
        afterOneOf(10);
        pace.begin(now);
        pace.cancel();
        now += 500;
        assertThat(afterOneOf(10)).isEqualTo(20);
    }

    private long atOfStalls(long now) {
        return stalls.duration(now, OptionalLong.empty());
    }

    private long atOfStalls(long now, long since) {
        return stalls.duration(now, OptionalLong.of(since));
    }

    @Test
    void withoutAWaitItIsZero() {
        assertThat(atOfStalls(0)).isZero();
        assertThat(atOfStalls(1_000_000)).isZero();
    }

    @Test
    void itCountsFromTheFirstWaitWhileOthersFollow() {
        assertThat(atOfStalls(28_000, 22_000)).isEqualTo(6_000);
        stalls.waited(22_000, 30_000);
        assertThat(atOfStalls(31_000)).isEqualTo(8_000);
        assertThat(atOfStalls(45_000, 39_900)).isEqualTo(23_000);
        stalls.waited(23_000, 46_000);
        assertThat(atOfStalls(55_999)).isEqualTo(24_000);
    }

    @Test
    void itEndsOnceNothingHasWaitedForTenSeconds() {
        stalls.waited(22_000, 30_000);
        assertThat(atOfStalls(40_000)).isZero();
        assertThat(atOfStalls(46_000, 40_000)).isEqualTo(6_000);
    }

    @Test
    void aWaitThatWasSeenOnlyWhenItHadEndedCounts() {
        stalls.waited(25_000, 31_000);
        stalls.waited(22_000, 30_000);
        assertThat(atOfStalls(32_000)).isEqualTo(9_000);
    }
}
