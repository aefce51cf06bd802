package footfall.report;

import footfall.turn.Turn;

/** The ID of a turn; {@code agentId} is null for the main agent. */
public record TurnRef(String sessionId, String agentId, int index) {
    public static TurnRef of(Turn turn) {
        return new TurnRef(
                turn.id().sessionId().value(), turn.id().agentId(), turn.id().index());
    }

    public String turnId() {
        return sessionId + (agentId == null ? "" : "/" + agentId) + ":" + index;
    }
}
