package footfall.turn;

import footfall.line.Trigger;
import java.time.Instant;

/** A prompt that no work of the model has followed yet. Absent components are null. */
public record Pending(Trigger trigger, String uuid, String promptId, String copyOf, Instant at,
    String version) {}
