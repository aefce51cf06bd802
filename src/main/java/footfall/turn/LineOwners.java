package footfall.turn;

import footfall.line.Line;
import footfall.line.OwnerUuids;
import footfall.line.TrailId;
import java.util.HashMap;
import java.util.Map;

/**
 * The owners of lines for readers that fold no turns: a line belongs to the session that owns its turn, as a shipper
 * and {@link TurnFold} decide it. Expects the lines of one file after the other, originals before their forks.
 */
public final class LineOwners {
    private final OwnerUuids.Owners owners;
    private final Map<TrailId, Prompts> trails = new HashMap<>();
    private OwnerUuids uuids;

    public LineOwners(OwnerUuids.Owners owners) {
        this.owners = owners;
    }

    /** Of a trail. {@code waiting} has no work of the model yet, {@code worked} is that of the current turn. */
    private static final class Prompts {
        private Pending waiting;
        private Pending worked;

        /** As {@link LineEvents}; an interrupt belongs to the prompt that it ends. */
        String owner(Line line, String copiedFrom) {
            var at = line.envelope();
            if (line instanceof Line.Prompt prompt) {
                waiting = new Pending(prompt.trigger(), at.uuid(), at.promptId(), copiedFrom, null, null, null);
            } else if (isWork(line) && (waiting != null || worked == null)) {
                worked = (waiting == null ? Pending.unknown(null) : waiting).workedBy(at, copiedFrom);
                waiting = null;
            } else if (isWork(line) && worked.isCopy(at.session()) && at.originOther() == null) {
                worked = worked.continued(at.session());
            }
            var prompt = waiting == null ? worked : waiting;
            if (line instanceof Line.Interrupt) {
                waiting = null;
            }
            return prompt == null ? null : prompt.copyOf();
        }

        private boolean isWork(Line line) {
            return line instanceof Line.Assistant
                    || line instanceof Line.TurnDuration duration && duration.answer() != null
                    || line instanceof Line.Tokens && (waiting != null || worked == null);
        }
    }

    /** The following lines are of another file. */
    public void beginFile() {
        uuids = new OwnerUuids(OwnerUuids.State.BEGIN);
    }

    /** The session that owns the turn of a line that has a meaning by itself, if it is another one; else null. */
    public String ownerOther(Line line) {
        var at = line.envelope();
        var asked = uuids.next(OwnerUuids.Role.of(line), at);
        var copiedFrom = owners.ownerOther(asked, at.session().value());
        return trails.computeIfAbsent(TrailId.of(at), none -> new Prompts()).owner(line, copiedFrom);
    }
}
