package footfall.call;

import footfall.line.Line;
import footfall.line.ToolResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Joins the errors of one file to their calls by {@code tool_use_id}, however far apart they stand. Gets the
 * lines in the order of the file; of a call it keeps name and place only. Bounded: of more than {@code
 * OPEN_MAX} calls without a result the oldest is forgotten and counted, and of those with one the last {@code
 * ANSWERED_MAX} stay for a result that comes twice.
 */
public final class CallErrors {
  public static final int OPEN_MAX = 100_000;
  static final int ANSWERED_MAX = 10_000;

  private final LinkedHashMap<String, Made> open = new LinkedHashMap<>();
  private final LinkedHashMap<String, Made> answered = new LinkedHashMap<>();
  private long forgotten;

  private record Made(String tool, LineCalls.Input input) {}

  /** The errors that a line tells, in order. */
  public List<CallError> take(LineCalls of) {
    if (of.line() instanceof Line.Assistant assistant) {
      note(assistant, of.inputs());
    } else if (of.line() instanceof Line.ToolResults results) {
      return answer(results);
    }
    return List.of();
  }

  /** Open calls that the bound has pushed out; an error of theirs is told without its call. */
  public long forgotten() {
    return forgotten;
  }

  private void note(Line.Assistant line, List<LineCalls.Input> inputs) {
    for (int i = 0; i < inputs.size(); i++) {
      var use = line.toolUses().get(i);
      if (use.id() != null) {
        answered.remove(use.id());
        open.remove(use.id());
        open.put(use.id(), new Made(use.tool(), inputs.get(i)));
        forgotten += trim(open, OPEN_MAX);
      }
    }
  }

  private List<CallError> answer(Line.ToolResults line) {
    var errors = new ArrayList<CallError>(1);
    for (var result : line.results()) {
      var made = answered(result);
      if (result.error() != null) {
        errors.add(made == null
            ? new CallError(null, null, result.error(), result.toolUseId(),
                result.outcome())
            : new CallError(made.tool, made.input, result.error(), result.toolUseId(),
                result.outcome()));
      }
    }
    return errors;
  }

  private Made answered(ToolResult result) {
    var made = result.toolUseId() == null ? null : open.remove(result.toolUseId());
    if (made == null) {
      return result.toolUseId() == null ? null : answered.get(result.toolUseId());
    }
    answered.put(result.toolUseId(), made);
    trim(answered, ANSWERED_MAX);
    return made;
  }

  private static int trim(LinkedHashMap<String, Made> calls, int max) {
    if (calls.size() <= max) {
      return 0;
    }
    var eldest = calls.keySet().iterator();
    eldest.next();
    eldest.remove();
    return 1;
  }
}
