package footfall.call;

import footfall.line.Line;
import footfall.line.ToolResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Joins the errors of one file to their calls by {@code tool_use_id}, however far apart they stand; an error
 * without its call has what its own line says of the call. Gets the lines in the order of the file; of a call
 * it keeps name and place only. Bounded: of more than {@code OPEN_MAX} calls without a result the oldest is
 * forgotten and counted, and of those with one the last {@code ANSWERED_MAX} stay for a result that comes
 * twice.
 */
public final class CallErrors {
  public static final int OPEN_MAX = 100_000;
  static final int ANSWERED_MAX = 10_000;

  private final LinkedHashMap<String, LineCalls.Call> open = new LinkedHashMap<>();
  private final LinkedHashMap<String, LineCalls.Call> answered = new LinkedHashMap<>();
  private long forgotten;

  /** The errors that a line tells, in order. */
  public List<CallError> take(LineCalls of) {
    if (of.line() instanceof Line.Assistant assistant) {
      note(assistant, of.calls());
    } else if (of.line() instanceof Line.ToolResults results) {
      return answer(results, of.calls());
    }
    return List.of();
  }

  /** Open calls that the bound has pushed out; an error of theirs is reported without its call. */
  public long forgotten() {
    return forgotten;
  }

  private void note(Line.Assistant line, List<LineCalls.Call> calls) {
    for (int i = 0; i < calls.size(); i++) {
      var use = line.toolUses().get(i);
      if (use.id() != null) {
        answered.remove(use.id());
        open.remove(use.id());
        open.put(use.id(), calls.get(i));
        forgotten += trim(open, OPEN_MAX);
      }
    }
  }

  private List<CallError> answer(Line.ToolResults line, List<LineCalls.Call> told) {
    var errors = new ArrayList<CallError>(1);
    for (int i = 0; i < told.size(); i++) {
      var result = line.results().get(i);
      var made = answered(result);
      if (result.error() != null) {
        var call = made == null ? told.get(i) : made;
        errors.add(new CallError(call.tool(), call.input(), result.error(), result.toolUseId(), result
            .outcome()));
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
