package footfall.report;

import footfall.line.TrailId;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import java.util.Objects;

/** The ID of a turn; {@code agentId} is null for the main agent. */
public record TurnRef(String sessionId, String agentId, int index) {
    // As in RowKey.
    @Override
    public boolean equals(Object other) {
        return other instanceof TurnRef turn
                && index == turn.index
                && sessionId.equals(turn.sessionId)
                && Objects.equals(agentId, turn.agentId);
    }

    @Override
    public int hashCode() {
        return (sessionId.hashCode() * 31 + Objects.hashCode(agentId)) * 31 + index;
    }

    public static TurnRef of(Turn turn) {
        return new TurnRef(
                turn.id().sessionId().value(), turn.id().agentId(), turn.id().index());
    }

    public static TurnRef of(OpenTurn turn) {
        return new TurnRef(turn.sessionId().value(), turn.agentId(), TrailId.index(turn.turnId()));
    }

    public String turnId() {
        return sessionId + (agentId == null ? "" : "/" + agentId) + ":" + index;
    }
}
