package footfall.serve;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import footfall.alert.Alert;
import footfall.line.RejectedBytes;
import footfall.turn.ClosedBy;
import footfall.turn.Turn;
import footfall.view.TopologyMeter;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the work of a topology in a registry. Labels have few values: none is a name that a transcript
 * contains. Thread-safe.
 */
final class TopologyMeters implements TopologyMeter {
    private static final int LEVELS = 3;
    /** Costs of recent turns are kept, so that a revision adds the difference. */
    private static final int TURNS_MAX = 10_000;

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
        Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2_500), Duration.ofSeconds(5),
        Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(5),
        Duration.ofMinutes(30), Duration.ofHours(1)
    };

    private final Cache<String, BigDecimal> costs =
            Caffeine.newBuilder().maximumSize(TURNS_MAX).executor(Runnable::run).build();
    private final Map<RejectedBytes.Reason, Counter> rejected = new EnumMap<>(RejectedBytes.Reason.class);
    private final Map<ClosedBy, Counter> turns = new EnumMap<>(ClosedBy.class);
    private final Map<Alert.Kind, List<Counter>> alerts = new EnumMap<>(Alert.Kind.class);
    private final Counter lines;
    private final Counter revisions;
    private final Counter cost;
    private final Timer delay;

    TopologyMeters(MeterRegistry registry) {
        lines = counter("footfall.lines", "Records of the topic lines that were processed.")
                .register(registry);
        for (var reason : RejectedBytes.Reason.values()) {
            rejected.put(
                    reason,
                    counter("footfall.rejected", "Records that the topology sent to the topic rejected.")
                            .tag("reason", reason.word())
                            .register(registry));
        }
        for (var by : ClosedBy.values()) {
            turns.put(
                    by,
                    counter("footfall.turns", "Turns that were emitted for the first time.")
                            .tag("closed_by", by.word())
                            .register(registry));
        }
        for (var kind : Alert.Kind.values()) {
            alerts.put(kind, levels(kind, registry));
        }
        revisions =
                counter("footfall.turn.revisions", "Later revisions of turns.").register(registry);
        cost = counter("footfall.cost.usd", "Cost of turns with known prices.").register(registry);
        delay = Timer.builder("footfall.line.to.turn")
                .description("Time from the ingestion of a turn's last line until the turn was emitted.")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private static List<Counter> levels(Alert.Kind kind, MeterRegistry registry) {
        var levels = new ArrayList<Counter>();
        for (int level = 1; level <= LEVELS; level++) {
            levels.add(counter("footfall.alerts", "Alerts that were raised.")
                    .tag("kind", kind.word())
                    .tag("level", Integer.toString(level))
                    .register(registry));
        }
        return levels;
    }

    private static Counter.Builder counter(String name, String description) {
        return Counter.builder(name).description(description);
    }

    @Override
    public void line() {
        lines.increment();
    }

    @Override
    public void rejected(RejectedBytes.Reason reason) {
        rejected.get(reason).increment();
    }

    @Override
    public void turn(Turn turn, Duration sinceLastLine) {
        boolean isFirst = turn.revision() == 0;
        if (isFirst) {
            turns.get(turn.span().closedBy()).increment();
            delay.record(sinceLastLine.isNegative() ? Duration.ZERO : sinceLastLine);
        } else {
            revisions.increment();
        }
        if (turn.prompt().copyOf() == null && turn.spend().costUsd() != null) {
            var now = turn.spend().costUsd();
            var before = costs.asMap().put(turn.id().turnId(), now);
            if (before != null || isFirst) { // Else an earlier process counted the turn.
                var more = before == null ? now : now.subtract(before);
                cost.increment(Math.max(0, more.doubleValue()));
            }
        }
    }

    @Override
    public void alert(Alert alert) {
        if (alert.state() == Alert.State.RAISED) {
            alerts.get(alert.kind()).get(alert.level() - 1).increment();
        }
    }
}
