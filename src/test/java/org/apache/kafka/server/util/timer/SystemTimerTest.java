package org.apache.kafka.server.util.timer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class SystemTimerTest {
    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
    private final SystemTimer timer = new SystemTimer("test");
    private final SystemTimerReaper reaper = new SystemTimerReaper("test-reaper", timer);

    @AfterEach
    void close() throws Exception {
        reaper.close();
    }

    private TimerTask task(String name, Duration delay) {
        return new TimerTask(delay.toMillis()) {
            @Override
            public void run() {
                done.add(name);
            }
        };
    }

    private List<String> done(int count) throws InterruptedException {
        var names = Stream.<String>builder();
        for (int i = 0; i < count; i++) {
            names.add(done.poll(10, TimeUnit.SECONDS));
        }
        return names.build().toList();
    }

    /** Otherwise the class path has Kafka's class first, and a dozen threads wake five times a second. */
    @Test
    void theBrokerUsesThisClass() throws Exception {
        var own = SystemTimerTest.class.getProtectionDomain().getCodeSource().getLocation();
        var used = SystemTimer.class.getProtectionDomain().getCodeSource().getLocation();
        assertThat(used.getPath().replace("classes", "test-classes")).isEqualTo(own.getPath());
    }

    @Test
    void tasksAreDoneInTheOrderOfTheirTimes() throws Exception {
        timer.add(task("c", Duration.ofMillis(120)));
        timer.add(task("a", Duration.ofMillis(5)));
        timer.add(task("b", Duration.ofMillis(40)));
        timer.add(task("at once", Duration.ZERO));
        assertThat(done(4)).containsExactly("at once", "a", "b", "c");
        assertThat(timer.size()).isZero();
    }

    @Test
    void aTaskThatIsAddedDuringALongWaitEndsIt() throws Exception {
        timer.add(task("in an hour", Duration.ofHours(1)));
        timer.add(task("soon", Duration.ofMillis(30)));
        assertThat(done(1)).containsExactly("soon");
        assertThat(timer.size()).isEqualTo(1);
    }

    @Test
    void aTaskThatIsCancelledIsNotDone() throws Exception {
        var cancelled = task("cancelled", Duration.ofMillis(10));
        timer.add(cancelled);
        cancelled.cancel();
        timer.add(task("last", Duration.ofMillis(50)));
        assertThat(done(1)).containsExactly("last");
        assertThat(timer.size()).isZero();
        assertThat(done).isEmpty();
    }
}
