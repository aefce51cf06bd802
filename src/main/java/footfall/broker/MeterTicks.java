package footfall.broker;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;

/**
 * The ticks of the broker's own meters: a timer for each of its 150 rates, every 5 s, and nobody reads these rates. The
 * meters still count.
 */
final class MeterTicks {
    private MeterTicks() {}

    /** For all meters of this process, also those to come: a pool whose factory makes no threads executes no tasks. */
    static void stop() {
        var registry = KafkaYammerMetrics.defaultRegistry();
        if (registry.newScheduledThreadPool(1, "meter-tick") instanceof ScheduledThreadPoolExecutor ticks) {
            ticks.setThreadFactory(tick -> null);
            ticks.setRemoveOnCancelPolicy(true); // No thread would remove the ticks of meters that are gone.
        }
    }
}
