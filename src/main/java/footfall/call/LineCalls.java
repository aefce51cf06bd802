package footfall.call;

import footfall.line.Anatomy;
import footfall.line.Bytes;
import footfall.line.Line;
import footfall.line.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** A line, and of each of its calls, or each of its results, the call as the line itself describes it. */
public record LineCalls(Line line, List<Call> calls) {
  /** Null components: the line does not say; a result of claude says neither. */
  public record Call(String tool, Input input) {}

  /**
   * The JSON of an input: in the how manieth of the files that are read, bytes from its beginning, how many,
   * and their CRC32C, by which a file that was changed meanwhile is known.
   */
  public record Input(int file, long offset, int length, int sum) {
    /** Whether these are the bytes. */
    public boolean is(Bytes bytes) {
      return bytes.length() == length && sumOf(bytes) == sum;
    }

    private Input inFile(int number) {
      return new Input(number, offset, length, sum);
    }

    static int sumOf(Bytes bytes) {
      var sum = new CRC32C();
      sum.update(bytes.array(), bytes.from(), bytes.length());
      return (int) sum.getValue();
    }
  }

  /** {@code place}: of the line's own object, in bytes from the beginning of the file. */
  public static LineCalls of(Parsed.Accepted part, Anatomy anatomy, long place) {
    var kind = part.line() instanceof Line.Assistant ? "tool_use" : "tool_result";
    if (!(part.line() instanceof Line.Assistant) && !(part.line() instanceof Line.ToolResults)) {
      return new LineCalls(part.line(), List.of());
    }
    var calls = new ArrayList<Call>(1);
    for (var block : anatomy.parts()) {
      if (block.kind().equals(kind)) {
        int start = block.inputStart();
        calls.add(new Call(block.tool(), start < 0 ? null : input(place + start, block.input())));
      }
    }
    return new LineCalls(part.line(), calls);
  }

  /** The same in the file of that number. */
  public LineCalls inFile(int file) {
    return file == 0 || calls.isEmpty() ? this : new LineCalls(line, calls.stream().map(
        call -> new Call(call.tool, call.input == null ? null : call.input.inFile(file))).toList());
  }

  private static Input input(long place, Bytes json) {
    return new Input(0, place, json.length(), Input.sumOf(json));
  }
}
