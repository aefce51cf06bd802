package footfall.screen;

import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.turn.Step;
import java.util.List;
import org.jline.utils.AttributedString;

/** What a timeline says below a step: how it failed, which subagent it ran. */
final class StepNotes {
  private StepNotes() {}

  static void of(Step step, int width, int indent, List<AttributedString> lines) {
    if (step.outcome() != Outcome.OK && step.outcome() != Outcome.PENDING) {
      lines.add(failure(step, new Strip(width).gap(indent)));
    }
    if (step.subagent() != null) {
      lines.add(new Strip(width).gap(indent).add(Ink.FAINT, "⤷ subagent ").told(Ink.FAINT, step.subagent())
          .done());
    }
  }

  private static AttributedString failure(Step step, Strip line) {
    var ink = Timeline.ink(step.outcome());
    line.add(ink, step.outcome().word());
    if (step.category() != null) {
      line.add(ink, " " + step.category().word());
    }
    var said = step.error() == null ? "" : ErrorCategory.withoutTag(step.error()).strip().lines().findFirst()
        .orElse("");
    return (said.isEmpty() ? line : line.plain("  ").told(Ink.FAINT, said)).done();
  }
}
