package footfall.call;

import footfall.line.Anatomy;
import footfall.line.Line;
import footfall.line.Parsed;
import java.util.ArrayList;
import java.util.List;

/** A line, and where the inputs of its calls stand in the file: one a call, null for a call without. */
public record LineCalls(Line line, List<Input> inputs) {
  /** The JSON of an input: bytes from the beginning of the file, and how many. */
  public record Input(long offset, int length) {}

  public static LineCalls of(Parsed.Accepted part, Anatomy anatomy) {
    if (!(part.line() instanceof Line.Assistant)) {
      return new LineCalls(part.line(), List.of());
    }
    var inputs = new ArrayList<Input>(1);
    for (var block : anatomy.parts()) {
      if (block.kind().equals("tool_use")) {
        int start = block.inputStart();
        inputs.add(start < 0 ? null : new Input(part.offset() + start, block.input().length()));
      }
    }
    return new LineCalls(part.line(), inputs);
  }
}
