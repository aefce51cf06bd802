package footfall.line;

/**
 * One {@code tool_use} block. {@code id} is null when absent; {@code bashCategory} is set for shell calls,
 * {@code fileExtension} for calls on one file; {@code inputBytes} is the size of the input's JSON in the
 * transcript, 0 when absent; {@code subagentType} is set for calls that run a subagent and name its type.
 */
public record ToolUse(
        String id, String tool, BashCategory bashCategory, String fileExtension, long inputBytes, String subagentType) {
    /** A call without data on a subagent. */
    public ToolUse(String id, String tool, BashCategory bashCategory, String fileExtension, long inputBytes) {
        this(id, tool, bashCategory, fileExtension, inputBytes, null);
    }

    public ToolUse {
        id = Ids.boundedOrNull(id);
        tool = Ids.bounded(tool);
    }

    /** Whether calls of this tool run subagents; qbit's tools name the agent. */
    public static boolean runsAgent(String tool) {
        return tool.equals("Task") || tool.equals("Agent") || tool.startsWith("sub_agent_");
    }
}
