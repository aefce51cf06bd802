package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class AwakeTimeTest {
    private long now;
    private final AwakeTime time = new AwakeTime(Duration.ofSeconds(3), () -> now);

    private boolean isOverAfter(Duration more) {
        now += more.toNanos();
        return time.isOver();
    }

    @Test
    void timeThatIsAskedForAgainAndAgainPasses() {
        assertThat(isOverAfter(Duration.ofMillis(900))).isFalse();
        assertThat(isOverAfter(Duration.ofMillis(900))).isFalse();
        assertThat(isOverAfter(Duration.ofMillis(900))).isFalse();
        assertThat(isOverAfter(Duration.ofMillis(900))).isTrue();
    }

    @Test
    void aSleepCountsAsASecond() {
        assertThat(isOverAfter(Duration.ofHours(1))).isFalse();
        assertThat(isOverAfter(Duration.ofHours(1))).isFalse();
        assertThat(isOverAfter(Duration.ofMillis(900))).isFalse();
        assertThat(isOverAfter(Duration.ofMillis(900))).isTrue();
    }

    @Test
    void anAnswerIsAwaitedThroughSleepsAndNotForEver() throws Exception {
        var answer = new CompletableFuture<String>();
        var questions = new AtomicInteger();
        LongSupplier sleeping = () -> {
            if (questions.incrementAndGet() == 3) {
                answer.complete("there");
            }
            return Duration.ofHours(questions.get()).toNanos();
        };
        assertThat(new AwakeTime(Duration.ofSeconds(3), sleeping).await(answer)).isEqualTo("there");
        var never = new CompletableFuture<String>();
        assertThatThrownBy(() -> new AwakeTime(Duration.ofSeconds(3), sleeping).await(never))
                .isInstanceOf(TimeoutException.class);
        assertThat(questions).hasValue(3 + 4);
    }
}
