package footfall.turn;

import footfall.row.RowReader;
import footfall.row.RowWriter;

/**
 * A call that runs a subagent. {@code agent} and {@code index} are the trail and turn of the call, -1 while
 * unknown; {@code linkedAgent} is null until a link names it, {@code type} when the call names no type of agent.
 */
public record Call(String agent, int index, String linkedAgent, String type) {
    static final Call UNKNOWN = new Call(null, -1, null, null);

    boolean isPlaced() {
        return index >= 0;
    }

    static void write(RowWriter out, Call call) {
        out.text(call.agent);
        out.signed(call.index);
        out.text(call.linkedAgent);
        out.text(call.type);
    }

    static Call read(RowReader in) {
        return new Call(in.text(), (int) in.signed(), in.text(), in.text());
    }
}
