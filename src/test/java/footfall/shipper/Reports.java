package footfall.shipper;

import java.time.Instant;
import java.util.List;

/** Reports of shippers for tests. */
public final class Reports {
    private static final Instant STARTED = Instant.parse("2026-01-31T08:00:00Z");
    private static final long FIVE_MINUTES_MS = 300_000;

    private Reports() {}

    public static ShipperState of(String id, Instant at, ShipperState.State state, long bytesBehind) {
        return of(new ShipperState.Id(id, "ship", "box-" + id, "user-" + id, "1.0", STARTED), at, state, bytesBehind);
    }

    public static ShipperState of(ShipperState.Id id, Instant at, ShipperState.State state, long bytesBehind) {
        return new ShipperState(
                id,
                at,
                state,
                List.of(new ShipperState.AgentFiles("claude", 3), new ShipperState.AgentFiles("codex", 1)),
                new ShipperState.Backlog(4, bytesBehind > 0 ? 1 : 0, bytesBehind, 0),
                new ShipperState.Sent(12, 0, STARTED, "of " + id.shipperId()),
                FIVE_MINUTES_MS);
    }
}
