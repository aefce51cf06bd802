package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.run.Monitoring.LateShippers;
import footfall.view.Shippers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a scrape of metrics learns about shippers. */
class LateShippersTest {
    /** It would wait for ever for the answer that comes only afterwards. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void nobodyWaitsForATopicThatDoesNotAnswer() {
        var answering = new CountDownLatch(1);
        var late = new LateShippers(now -> {
            Awaitility.await().forever().until(() -> answering.getCount() == 0);
            return List.of();
        });
        assertThat(late.getAsDouble()).isNaN();
        answering.countDown();
        Awaitility.await().untilAsserted(() -> assertThat(late.getAsDouble()).isZero());
    }

    @Test
    void aTopicThatCannotBeReadIsNotReadForEachScrape() {
        var asked = new AtomicInteger();
        var late = new LateShippers(now -> {
            asked.incrementAndGet();
            throw Shippers.ShippersUnknown.withoutTopic("footfall.shippers");
        });
        for (int scrape = 0; scrape < 3; scrape++) {
            assertThat(late.getAsDouble()).isNaN();
        }
        assertThat(asked).hasValue(1);
    }
}
