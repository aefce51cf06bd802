package org.apache.kafka.common.utils;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SystemTimeTest {
    private static final long DAY_MS = 86_400_000;

    /** Before {@code SystemTime}: see {@code MachineClock}. */
    private static final Time SYSTEM = Time.SYSTEM;

    private final AtomicLong machine = new AtomicLong(10 * DAY_MS);
    private final SystemTime time = new SystemTime(new MockTime(machine));

    /** Sleeps at once. */
    private record MockTime(AtomicLong now) implements Time {
        @Override
        public long milliseconds() {
            return now.get();
        }

        @Override
        public long nanoseconds() {
            return 1_000_000 * now.get();
        }

        @Override
        public void sleep(long millis) {
            now.addAndGet(millis);
        }
    }

    private long after(long millis) {
        machine.addAndGet(millis);
        return time.milliseconds() - 10 * DAY_MS;
    }

    /** Otherwise the class path has Kafka's class first, and a clock that is set back stops the clients. */
    @Test
    void kafkasClientsUseThisClass() {
        assertThat(MachineClock.time()).isNotSameAs(SYSTEM);
        assertThat(MachineClock.stepsBack()).isZero();
        assertThat(MachineClock.at(5).toEpochMilli()).isLessThanOrEqualTo(5);
    }

    @Test
    void aClockThatIsSetBackStandsForAMomentAndThenGoesOn() {
        assertThat(after(0)).isZero();
        assertThat(after(250)).isEqualTo(250);
        assertThat(after(-2 * DAY_MS)).isEqualTo(250);
        assertThat(after(10)).isEqualTo(260);
        assertThat(after(-DAY_MS)).isEqualTo(260);
        assertThat(after(DAY_MS)).isEqualTo(260 + DAY_MS);
    }

    @Test
    void stepsOfASecondAndMoreAreCounted() {
        after(0);
        after(-999);
        assertThat(time.steps()).isZero();
        after(-1_000);
        after(5_000);
        assertThat(time.steps()).isEqualTo(1);
        after(-DAY_MS);
        assertThat(time.steps()).isEqualTo(2);
    }
}
