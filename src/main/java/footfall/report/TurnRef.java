package footfall.report;

/** The ID of a turn; {@code agentId} is null for the main agent. */
public record TurnRef(String sessionId, String agentId, int index) {
    public String turnId() {
        return sessionId + (agentId == null ? "" : "/" + agentId) + ":" + index;
    }
}
