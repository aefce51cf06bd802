package footfall.call;

import footfall.line.Anatomy;
import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** A line, and where the inputs of its calls stand in the file: one a call, null for a call without. */
public record LineCalls(Line line, List<Input> inputs) {
  /**
   * The JSON of an input: in the how manieth of the files that are read, bytes from its beginning, how many,
   * and their CRC32C, by which a file that was changed meanwhile is known.
   */
  public record Input(int file, long offset, int length, int sum) {
    /** Whether these are the bytes. */
    public boolean is(Bytes bytes) {
      return bytes.length() == length && sumOf(bytes) == sum;
    }

    static int sumOf(Bytes bytes) {
      var sum = new CRC32C();
      sum.update(bytes.array(), bytes.from(), bytes.length());
      return (int) sum.getValue();
    }
  }

  /** {@code place}: of the line's own object, in bytes from the beginning of the file. */
  public static LineCalls of(Parsed.Accepted part, Anatomy anatomy, long place) {
    if (!(part.line() instanceof Line.Assistant)) {
      return new LineCalls(part.line(), List.of());
    }
    var inputs = new ArrayList<Input>(1);
    for (var block : anatomy.parts()) {
      if (block.kind().equals("tool_use")) {
        int start = block.inputStart();
        inputs.add(start < 0 ? null : input(place + start, block.input()));
      }
    }
    return new LineCalls(part.line(), inputs);
  }

  /** The same in the file of that number. */
  public LineCalls inFile(int file) {
    return file == 0 || inputs.isEmpty() ? this : new LineCalls(line, inputs.stream().map(
        input -> input == null ? null : new Input(file, input.offset, input.length, input.sum)).toList());
  }

  private static Input input(long place, Bytes json) {
    return new Input(0, place, json.length(), Input.sumOf(json));
  }
}
