package footfall.turn;

import footfall.line.Trigger;
import java.time.Instant;

/** A prompt that has no work of the model yet. Absent components are null. */
public record Pending(Trigger trigger, String uuid, String promptId, String copyOf, Instant at, String version) {
    /** Without a uuid, the owner of the first Assistant line owns the turn. */
    Pending workedBy(String owner) {
        return uuid == null && copyOf == null ? new Pending(trigger, null, promptId, owner, at, version) : this;
    }

    /** Only its owner is known. */
    static Pending unknown(String copyOf) {
        return new Pending(Trigger.UNKNOWN, null, null, copyOf, null, null);
    }
}
