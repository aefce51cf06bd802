package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommitPaceTest {
    private final CommitProducer.CommitPace pace = new CommitProducer.CommitPace();
    private long now;

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
}
