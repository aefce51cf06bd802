package footfall.relay;

import java.time.Instant;

/** What a relay cannot do at present, and since when. */
public record RelayStall(Kind kind, Instant since) {
    public enum Kind {
        /** Its group has not assigned partitions to it: it rebalances, or its coordinator does not answer. */
        UNASSIGNED,
        /** No commit was accepted. */
        CANNOT_COMMIT
    }
}
