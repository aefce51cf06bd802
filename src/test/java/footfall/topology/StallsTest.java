package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StallsTest {
    private final Stalls stalls = new Stalls();

    private long at(long now) {
        return stalls.duration(now, OptionalLong.empty());
    }

    private long at(long now, long since) {
        return stalls.duration(now, OptionalLong.of(since));
    }

    @Test
    void withoutAWaitItIsZero() {
        assertThat(at(0)).isZero();
        assertThat(at(1_000_000)).isZero();
    }

    @Test
    void itCountsFromTheFirstWaitWhileOthersFollow() {
        assertThat(at(28_000, 22_000)).isEqualTo(6_000);
        stalls.waited(22_000, 30_000);
        assertThat(at(31_000)).isEqualTo(8_000);
        assertThat(at(45_000, 39_900)).isEqualTo(23_000);
        stalls.waited(23_000, 46_000);
        assertThat(at(55_999)).isEqualTo(24_000);
    }

    @Test
    void itEndsOnceNothingHasWaitedForTenSeconds() {
        stalls.waited(22_000, 30_000);
        assertThat(at(40_000)).isZero();
        assertThat(at(46_000, 40_000)).isEqualTo(6_000);
    }

    @Test
    void aWaitThatWasSeenOnlyWhenItHadEndedCounts() {
        stalls.waited(25_000, 31_000);
        stalls.waited(22_000, 30_000);
        assertThat(at(32_000)).isEqualTo(9_000);
    }
}
