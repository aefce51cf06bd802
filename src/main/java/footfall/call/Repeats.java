package footfall.call;

import footfall.line.Line;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tells which lines of one qbit file say again what was said: an approval repeats its request, and a failed
 * result follows a denial. As in a turn, a call counts once by its id, and so does what came of it. Gets the
 * lines in order; remembers the last {@code IDS_MAX} ids of a turn.
 */
public final class Repeats {
  private static final int IDS_MAX = 100_000;

  private final Set<String> called = bounded();
  private final Set<String> answered = bounded();
  /** Results whose call this turn has not; it may come yet. */
  private final Set<String> strays = bounded();
  private boolean isAsked;

  private static Set<String> bounded() {
    return Collections.newSetFromMap(new LinkedHashMap<>() {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
        return size() > IDS_MAX;
      }
    });
  }

  /** Whether a turn has what the line says already. */
  public boolean is(Line line) {
    if (line instanceof Line.Prompt) {
      isAsked = true;
    } else if (line instanceof Line.TurnDuration duration && duration.answer() != null) {
      work();
    } else if (line instanceof Line.Assistant assistant && !assistant.toolUses().isEmpty()) {
      work();
      var id = assistant.toolUses().get(0).id();
      return id != null && !called.add(id);
    } else if (line instanceof Line.ToolResults results) {
      var id = results.results().get(0).toolUseId();
      return id != null && !(called.contains(id) ? answered : strays).add(id);
    }
    return false;
  }

  /** The first work behind a prompt begins a turn. */
  private void work() {
    if (isAsked) {
      called.clear();
      answered.clear();
      strays.clear();
    }
    isAsked = false;
  }
}
