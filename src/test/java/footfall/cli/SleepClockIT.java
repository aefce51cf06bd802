package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.FakeClock;
import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine that sleeps for an hour: {@code up} is suspended for a moment, in which the clock of day goes on
 * by an hour and the one that Java measures times by does not, as on Linux.
 */
@LongSuite
@Timeout(600)
class SleepClockIT {
    private static final long HOUR_S = 3_600;

    @TempDir
    Path folder;

    private Path home;
    private FakeClock clock;
    private long slept;
    private int sessions;

    @BeforeEach
    void aClock() throws IOException {
        var library = FakeClock.library();
        Assumptions.assumeTrue(library.isPresent(), "libfaketime is not installed");
        home = folder.toRealPath();
        clock = new FakeClock(home, library.get()).set(0);
    }

    @Test
    void anHourAtAnyMomentEndsNothingAndWhatComesAfterIsProcessed() throws Exception {
        session();
        try (var up = start()) {
            up.says("stops it").says("s0:0");
            for (int i = 0; i < 2; i++) {
                session();
                sleepsAnHour(up);
                session();
                up.says("s" + (sessions - 2) + ":0").says("s" + (sessions - 1) + ":0");
            }
            assertThat(up.stop().exit()).as(up.err()).isEqualTo(143);
        }
        for (int moment : new int[] {500, 2_500, 5_000}) {
            session();
            try (var up = start()) {
                new CountDownLatch(1).await(moment, TimeUnit.MILLISECONDS);
                sleepsAnHour(up);
                up.says("s" + (sessions - 1) + ":0");
                assertThat(up.stop().exit()).as(up.err()).isEqualTo(143);
            }
        }
    }

    private ChildUp start() throws IOException {
        return ChildUp.start(
                clock.command(),
                home,
                "up",
                "--no-view",
                "--home",
                home.resolve("agents").toString());
    }

    private void session() throws IOException {
        Transcripts.of(home.resolve("agents"), "s" + sessions++, "2026-01-05")
                .turn("Read", "Edit")
                .write();
    }

    private void sleepsAnHour(ChildUp up) throws Exception {
        assertThat(up.signal("-STOP")).isZero();
        slept += HOUR_S;
        clock.set(slept);
        assertThat(up.signal("-CONT")).isZero();
    }
}
