package footfall.serve;

import footfall.view.RelayMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the work of a relay in a registry. Thread-safe. */
final class RelayMeters implements RelayMeter {
    private static final Duration[] BUCKETS = {
        Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30),
        Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30), Duration.ofHours(1)
    };

    private final Map<String, Counter> undelivered = new HashMap<>();
    private final Timer delay;
    private final Counter retries;
    private final Counter skipped;
    private final Counter revisions;
    private volatile long lag;

    RelayMeters(MeterRegistry registry, List<String> reasons) {
        delay = Timer.builder("footfall.relay.delay")
                .description("Time from the timestamp of a message's first record until the message was delivered.")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
        retries = Counter.builder("footfall.relay.retries")
                .description("Attempts to deliver a message after the first.")
                .register(registry);
        skipped = Counter.builder("footfall.relay.skipped")
                .description("Records that were too old to be sent.")
                .register(registry);
        revisions = Counter.builder("footfall.relay.revisions")
                .description("Records of turns that were already exported.")
                .register(registry);
        Gauge.builder("footfall.relay.lag.records", () -> lag)
                .description("Records that are not delivered yet.")
                .register(registry);
        for (var reason : reasons) {
            undelivered.put(
                    reason,
                    Counter.builder("footfall.relay.undelivered")
                            .description("Records that were not delivered.")
                            .tag("reason", reason)
                            .register(registry));
        }
    }

    @Override
    public void sent(Duration sinceRecord) {
        delay.record(sinceRecord.isNegative() ? Duration.ZERO : sinceRecord);
    }

    @Override
    public void retried() {
        retries.increment();
    }

    @Override
    public void skipped() {
        skipped.increment();
    }

    @Override
    public void lag(long records) {
        lag = records;
    }

    @Override
    public void revised() {
        revisions.increment();
    }

    @Override
    public void undelivered(String reason) {
        undelivered.get(reason).increment();
    }
}
