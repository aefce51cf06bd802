package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.FakeClock;
import footfall.testkit.LongSuite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clock is a day ahead while {@code up} writes its log and its stores; later starts use both. It is set back by
 * three days while each of them runs.
 */
@LongSuite
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class UpClockIT {
    @TempDir
    Path folder;

    @Test
    void stateOfAClockADayAheadIsContinuedAtTheRightTimeAndBefore() throws Exception {
        var library = FakeClock.library();
        Assumptions.assumeTrue(library.isPresent(), "libfaketime is not installed");
        var home = folder.toRealPath();
        var clock = new FakeClock(home, library.get());
        var agents = home.resolve("agents");
        var transcript = Transcripts.of(agents, "s", "2026-01-05");
        int turns = 0;
        for (var ahead : List.of(Duration.ofDays(1), Duration.ZERO, Duration.ofDays(-2))) {
            clock.set(ahead.toSeconds());
            transcript.turn("Read", "Edit").write();
            try (var up = ChildUp.start(clock.command(), home, "up", "--no-view", "--home", agents.toString())) {
                up.says("s:" + turns++);
                clock.set(ahead.minusDays(3).toSeconds());
                transcript.turn("Read", "Edit").write();
                up.says("s:" + turns++);
                assertThat(up.stop().exit()).isEqualTo(143);
                assertThat(up.err()).doesNotContain("this is a bug");
            }
        }
    }
}
