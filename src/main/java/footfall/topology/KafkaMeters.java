package footfall.topology;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.streams.KafkaStreams;

/** Kafka's own metrics in a registry, whose filter selects some. New ones appear within {@code REFRESH}. */
final class KafkaMeters implements AutoCloseable {
    private static final Duration REFRESH = Duration.ofSeconds(10);

    private final ScheduledExecutorService refreshing = Executors.newSingleThreadScheduledExecutor(work -> {
        var thread = new Thread(work, "footfall-kafka-metrics");
        thread.setDaemon(true);
        return thread;
    });
    private final KafkaStreamsMetrics metrics;

    KafkaMeters(KafkaStreams streams, MeterRegistry registry) {
        metrics = new KafkaStreamsMetrics(streams, Tags.empty(), refreshing, REFRESH);
        metrics.bindTo(registry);
    }

    @Override
    public void close() {
        refreshing.shutdownNow();
        metrics.close();
    }
}
