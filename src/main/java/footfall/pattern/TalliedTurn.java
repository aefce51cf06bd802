package footfall.pattern;

import footfall.line.SessionId;
import footfall.turn.Contribution;
import footfall.turn.Turn;
import java.time.Instant;
import java.util.Objects;

/** A turn as input of tallies: ID, session and contributions. Copies contribute nothing. */
public record TalliedTurn(String turnId, SessionId sessionId, Contribution given) {
    public TalliedTurn {
        Objects.requireNonNull(turnId, "turnId is null");
        Objects.requireNonNull(sessionId, "sessionId is null");
        Objects.requireNonNull(given, "given is null");
    }

    /** For a turn that is not a copy. */
    public static TalliedTurn of(Turn turn) {
        return new TalliedTurn(turn.id().turnId(), turn.id().sessionId(), Contribution.of(turn));
    }

    /** Null for a turn without any time, which is not tallied. */
    public Instant startedAt() {
        return given.startedAt();
    }

    /** Whether the turn started at or after {@code notBefore}; null for no limit. */
    public boolean isSince(Instant notBefore) {
        return startedAt() != null && (notBefore == null || !startedAt().isBefore(notBefore));
    }
}
