package footfall.report;

import footfall.line.TrailId;
import footfall.turn.Turn;
import footfall.view.OpenTurn;

/** The ID of a turn; {@code agentId} is null for the main agent. */
public record TurnRef(String sessionId, String agentId, int index) {
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
