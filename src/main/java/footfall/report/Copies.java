package footfall.report;

import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.OwnerUuids;
import footfall.tail.Transcript;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Determines the owner of a turn. A fork repeats history under a new session ID; the owner of a uuid is the
 * session that claims it in the file with the smallest (first timestamp, session ID). The uuid of a turn is that
 * of its prompt, else that of its first Assistant line.
 */
public final class Copies {
    private static final Comparator<Owner> FIRST = Comparator.comparing(
                    Owner::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(Owner::session);

    private final Map<String, Owner> byUuid = new HashMap<>();

    private final Map<TurnRef, String> uuidOfUnprompted = new HashMap<>();

    /** Turns of this session with the prompt of another. */
    private final Set<TurnRef> own = new HashSet<>();

    private record Owner(Instant firstAt, String session) {}

    /**
     * Records a line if its uuid may identify the owner of a turn; returns whether it may. {@code owners}:
     * those of the file.
     */
    public boolean record(Transcript file, OwnerUuids owners, Line line) {
        var uuids = owners.next(OwnerUuids.Role.of(line), line.envelope());
        for (var uuid : uuids.claimed()) {
            var owner = new Owner(file.firstAt(), line.envelope().session().value());
            byUuid.merge(uuid, owner, (a, b) -> FIRST.compare(a, b) <= 0 ? a : b);
        }
        return uuids.asked() != null;
    }

    /** Records the first Assistant line of a turn without a prompt. */
    void opened(TurnRef turn, Envelope line) {
        if (line.uuid() != null) {
            uuidOfUnprompted.put(turn, line.uuid());
        }
    }

    /** Records a turn that is no copy, whoever owns its prompt. */
    void own(TurnRef turn) {
        own.add(turn);
    }

    /** The session that owns a turn, if it is another one; else null. */
    String ownerOther(TurnRef turn, String promptUuid) {
        return own.contains(turn)
                ? null
                : ownerOther(promptUuid == null ? uuidOfUnprompted.get(turn) : promptUuid, turn.sessionId());
    }

    /** The session that owns a uuid, if it is not {@code session}; else null. */
    public String ownerOther(String uuid, String session) {
        var owner = uuid == null ? null : byUuid.get(uuid);
        return owner == null || owner.session().equals(session) ? null : owner.session();
    }
}
