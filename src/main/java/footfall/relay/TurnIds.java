package footfall.relay;

import footfall.line.Sha256;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.util.Arrays;

/**
 * IDs of traces and spans, computed from those of turns and calls: a turn that is exported again has the same IDs. A
 * turn is a trace. The turn of a subagent belongs to the trace of the main agent's turn that called it.
 */
final class TurnIds {
    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;

    private TurnIds() {}

    /** Whether the turn's span is a child of the span of the call that runs the subagent. */
    static boolean isChild(Turn turn) {
        var parent = turn.parent();
        // The parent's own trace is known only if the main agent called; else the span is linked to its call.
        return hasParent(turn)
                && parent.parentTurnId().startsWith(turn.id().sessionId().value() + ":");
    }

    static boolean hasParent(Turn turn) {
        return turn.parent() != null
                && turn.parent().parentTurnId() != null
                && turn.parent().parentToolUseId() != null;
    }

    static byte[] trace(Turn turn) {
        return traceOf(isChild(turn) ? turn.parent().parentTurnId() : turn.id().turnId());
    }

    static byte[] traceOf(String turnId) {
        return hash("trace\n" + turnId, TRACE_BYTES);
    }

    static byte[] span(Turn turn) {
        return hash("turn\n" + turn.id().turnId(), SPAN_BYTES);
    }

    /** The call that runs the subagent. */
    static byte[] parentSpan(Turn turn) {
        return step(turn.parent().parentTurnId(), turn.parent().parentToolUseId());
    }

    static byte[] span(Turn turn, Step step) {
        var call = step.use().toolUseId();
        return step(turn.id().turnId(), call == null ? Integer.toString(step.sequence()) : call);
    }

    private static byte[] step(String turnId, String call) {
        return hash("step\n" + turnId + "\n" + call, SPAN_BYTES);
    }

    private static byte[] hash(String text, int length) {
        return Arrays.copyOf(Sha256.of(text), length);
    }
}
