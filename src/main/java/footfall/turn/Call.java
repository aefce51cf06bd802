package footfall.turn;

/**
 * A call that runs a subagent. {@code agent} and {@code index} are the trail and turn of the call, -1 while
 * unknown; {@code linkedAgent} is null until a link names it, {@code type} when the call names no type of agent.
 */
public record Call(String agent, int index, String linkedAgent, String type) {
    static final Call UNKNOWN = new Call(null, -1, null, null);

    boolean isPlaced() {
        return index >= 0;
    }
}
