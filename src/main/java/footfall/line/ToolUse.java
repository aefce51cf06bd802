package footfall.line;

/**
 * One {@code tool_use} block. {@code id} is null where the block lacks one; {@code bashCategory} stands for
 * shell calls, {@code fileExtension} for calls on one file; {@code inputBytes} is the size of the input's
 * JSON as it stood in the transcript, 0 where there was none.
 */
public record ToolUse(String id, String tool, BashCategory bashCategory, String fileExtension,
    long inputBytes) {
  public ToolUse {
    id = Ids.boundedOrNull(id);
    tool = Ids.bounded(tool);
  }
}
