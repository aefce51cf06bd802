package footfall.line;

import java.time.Instant;

/**
 * What one line of a Codex rollout says. {@code ordinal}: of the paginated form, else -1. {@code thread}: the
 * payload's {@code thread_id}, null when absent. Everything is read from the line alone; the redacted line has
 * the same event, but for error texts.
 */
public record CodexEvent(long ordinal, String thread, Fact fact) implements AgentEvent {

    /** One kind of line each. Absent components are null. */
    public sealed interface Fact {}

    /**
     * {@code session_meta}, or the first line of the bare form. {@code session}: the session of the trail, which
     * for a subagent is its root's. {@code historyStart}: lines with a lower ordinal are copied context, else -1.
     */
    public record Head(
            String thread, String session, boolean isSubagent, String forkedFrom, long historyStart, String version)
            implements Fact {}

    /** {@code turn_context}. */
    public record Context(String model) implements Fact {}

    public record TaskStart(String task) implements Fact {}

    /** {@code task_complete} or {@code turn_aborted}. {@code failed}: it says an error. */
    public record TaskEnd(String task, long durationMs, boolean isAborted, boolean failed) implements Fact {}

    /** {@code uuid}: its own id; null: that of the open task. {@code trigger}: human or teammate. */
    public record Prompt(Trigger trigger, String uuid, int chars, UserTextKind says) implements Fact {}

    /** {@code inter_agent_communication_metadata}: whether the agent message after it is a prompt. */
    public record Communication(boolean triggersTurn) implements Fact {}

    /** An assistant message or reasoning. */
    public record Work(boolean endsTurn) implements Fact {}

    /**
     * A call. {@code polls}: the session that {@code write_stdin} polls. {@code isScript}: code mode's {@code exec}.
     * {@code done}: the result of a call that has no output line ({@code web_search}).
     */
    public record Call(ToolUse use, String polls, boolean isScript, ToolResult done) implements Fact {}

    /**
     * {@code isOutput}: a {@code *_output} line, which ends a group of parallel calls; else an end event or item.
     * {@code result}: with outcome {@code PENDING} while the command still runs. {@code session}: of the command that
     * still runs or was polled. {@code agent}: the subagent that the call started. {@code nested}: the call, where
     * the line contains it and its id says that a script made it, with its start.
     */
    public record Result(boolean isOutput, ToolResult result, String session, String agent, Nested nested)
            implements Fact {}

    /** A call of a script. */
    public record Nested(ToolUse use, Instant startedAt) {}

    /**
     * {@code isRecord}: {@code token_usage_record}, whose {@code total} is null. {@code used}: of the last request,
     * null when absent. {@code total}: all numbers of the session's total, to compare with the one before.
     */
    public record Count(Usage used, String total, boolean isRecord) implements Fact {}

    public record Compaction() implements Fact {}
}
