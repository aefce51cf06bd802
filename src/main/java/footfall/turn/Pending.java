package footfall.turn;

import footfall.line.Envelope;
import footfall.line.SessionId;
import footfall.line.Trigger;
import java.time.Instant;

/**
 * A prompt that has no work of the model yet. Absent components are null. {@code origin}: the session that the first
 * answer says it was copied from, its own when it says that it was not.
 */
public record Pending(
        Trigger trigger, String uuid, String promptId, String copyOf, Instant at, String version, String origin) {
    /**
     * With its first answer. An answer that was not copied makes the turn this session's, and one that says its origin
     * a copy. Without both and without a uuid, the owner of the answer owns the turn.
     */
    Pending workedBy(Envelope answer, String answerOwner) {
        if (origin != null) {
            return this;
        }
        var owner = copyOf != null ? copyOf : answer.originOther();
        if (answer.isOwn()) {
            owner = null;
        } else if (owner == null && uuid == null) {
            owner = answerOwner;
        }
        return new Pending(trigger, uuid, promptId, owner, at, version, answer.origin());
    }

    /** What the session itself does in a copied turn: another turn of the same prompt. */
    Pending continued(SessionId session) {
        return new Pending(trigger, uuid, promptId, null, null, version, session.value());
    }

    /** Whether the turn is its session's, whoever owns the prompt. */
    boolean isOwn(SessionId session) {
        return session.value().equals(origin);
    }

    /** Whether the turn's first answer said that it was copied. */
    boolean isCopy(SessionId session) {
        return origin != null && !isOwn(session);
    }

    /** Only its owner is known. */
    static Pending unknown(String copyOf) {
        return new Pending(Trigger.UNKNOWN, null, null, copyOf, null, null, null);
    }
}
