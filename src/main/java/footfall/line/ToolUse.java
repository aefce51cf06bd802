package footfall.line;

/**
 * One {@code tool_use} block. {@code id} is null where the block lacks one; {@code bashCategory} stands for
 * shell calls, {@code fileExtension} for calls on one file; {@code inputBytes} is the size of the input's
 * JSON as it stood in the transcript, 0 where there was none; {@code subagentType} stands for calls that run
 * a subagent and say of which type.
 */
public record ToolUse(String id, String tool, BashCategory bashCategory, String fileExtension,
    long inputBytes, String subagentType) {
  /** A call that says nothing of a subagent. */
  public ToolUse(String id, String tool, BashCategory bashCategory, String fileExtension, long inputBytes) {
    this(id, tool, bashCategory, fileExtension, inputBytes, null);
  }

  public ToolUse {
    id = Ids.boundedOrNull(id);
    tool = Ids.bounded(tool);
  }

  /** Whether calls of this tool run subagents; qbit's name the agent. */
  public static boolean runsAgent(String tool) {
    return tool.equals("Task") || tool.equals("Agent") || tool.startsWith("sub_agent_");
  }
}
