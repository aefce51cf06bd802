package footfall.call;

import footfall.line.Line;
import footfall.line.ToolResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Joins the errors of one file to their calls by {@code tool_use_id}; an error without its call has what its
 * own line contains. Expects the lines in file order; keeps only name and position of a call. Bounded: of
 * more than {@code OPEN_MAX} calls without a result, the oldest is evicted and counted; of completed calls,
 * the last {@code ANSWERED_MAX} are kept for repeated results.
 */
public final class CallErrors {
    public static final int OPEN_MAX = 100_000;
    static final int ANSWERED_MAX = 10_000;

    private final LinkedHashMap<String, LineCalls.Call> open = new LinkedHashMap<>();
    private final LinkedHashMap<String, LineCalls.Call> answered = new LinkedHashMap<>();
    private long forgotten;

    /** The errors of a line, in order. */
    public List<CallError> accept(LineCalls of) {
        if (of.failure() != null) {
            return List.of(CallError.ofApi(of.failure()));
        } else if (of.line() instanceof Line.Assistant assistant) {
            addCalls(assistant, of.calls());
        } else if (of.line() instanceof Line.ToolResults results) {
            return answer(results, of.calls());
        } else if (of.line().failed() != null) {
            var call = answered.getOrDefault(of.line().failed().toolUseId(), LineCalls.Call.UNKNOWN);
            return List.of(new CallError(call.tool(), call.input(), of.line().failed()));
        } else if (of.line() instanceof Line.ScriptCall call && call.result().error() != null) {
            var input = of.calls().isEmpty() ? null : of.calls().get(0).input();
            return List.of(new CallError(call.use().tool(), input, call.result()));
        }
        return List.of();
    }

    /** The number of evicted open calls, whose errors are reported without the call. */
    public long forgotten() {
        return forgotten;
    }

    private void addCalls(Line.Assistant line, List<LineCalls.Call> calls) {
        for (int i = 0; i < Math.min(line.toolUses().size(), calls.size()); i++) {
            var use = line.toolUses().get(i);
            if (use.id() != null) {
                answered.remove(use.id());
                open.remove(use.id());
                open.put(use.id(), calls.get(i));
                forgotten += trim(open, OPEN_MAX);
            }
        }
    }

    private List<CallError> answer(Line.ToolResults line, List<LineCalls.Call> calls) {
        var errors = new ArrayList<CallError>(1);
        for (int i = 0; i < line.results().size(); i++) {
            var result = line.results().get(i);
            var made = answered(result);
            if (result.error() != null) {
                var own = i < calls.size() ? calls.get(i) : LineCalls.Call.UNKNOWN;
                var call = made == null ? own : made;
                errors.add(new CallError(call.tool(), call.input(), result));
            }
        }
        return errors;
    }

    private LineCalls.Call answered(ToolResult result) {
        var made = result.toolUseId() == null ? null : open.remove(result.toolUseId());
        if (made == null) {
            return result.toolUseId() == null ? null : answered.get(result.toolUseId());
        }
        answered.put(result.toolUseId(), made);
        trim(answered, ANSWERED_MAX);
        return made;
    }

    private static int trim(LinkedHashMap<String, LineCalls.Call> calls, int max) {
        if (calls.size() <= max) {
            return 0;
        }
        var eldest = calls.keySet().iterator();
        eldest.next();
        eldest.remove();
        return 1;
    }
}
