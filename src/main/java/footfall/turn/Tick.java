package footfall.turn;

import java.time.Instant;
import java.util.Objects;

/**
 * An instant at which timers may fire, as ingestion time. {@code isBehind}: the trail's task has a backlog
 * older than {@code stopGrace}; its lines may continue the turn, so nothing fires.
 */
public record Tick(Instant now, boolean isBehind) {
    public Tick {
        Objects.requireNonNull(now, "now is null");
    }
}
