package footfall.session;

import footfall.line.BashCategory;
import footfall.line.RateLimits;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The report on one session. Counts, tokens and cost are those of the main agent; subagents are listed
 * separately. Absent components are null. {@code turnCount} counts texts in the user's name, {@code promptCount}
 * those of them that are prompts. {@code startTime} and {@code endTime} are the earliest and latest time of the
 * main agent's lines that have an effect, durations are those that the agent reports. The four lists are null in
 * a summary. {@code copyOf} is the session from which this one was forked, if both were read: repeated lines are
 * then counted there only.
 */
public record SessionReport(
        String sessionId,
        String slug,
        String project,
        String agent,
        String agentVersion,
        String firstPrompt,
        String promptPreview,
        long turnCount,
        long promptCount,
        Instant startTime,
        Instant endTime,
        String model,
        List<String> modelsUsed,
        long totalTools,
        Map<String, Long> toolCounts,
        Map<String, Long> fileExtensions,
        Map<String, Map<String, Long>> filesTouched,
        List<BashCommand> bashCommands,
        Map<String, Long> bashCategorySummary,
        List<ToolCall> toolCalls,
        List<UserTurn> userTurns,
        long interruptCount,
        long compactions,
        Tokens tokens,
        long activeDurationMs,
        long totalActiveDurationMs,
        String permissionMode,
        String thinkingLevel,
        long toolErrors,
        long toolSuccesses,
        BigDecimal costEstimate,
        List<String> unpricedModels,
        SessionBill bill,
        List<SessionTokens> besideMessages,
        RateLimits rateLimits,
        List<Subagent> subagents,
        String copyOf) {

    public SessionReport {
        besideMessages = besideMessages == null || besideMessages.isEmpty() ? null : List.copyOf(besideMessages);
    }

    /** {@code command}: its first 200 characters; {@code base}: its first word. */
    public record BashCommand(String command, String base, long count, BashCategory category) {}

    /** {@code seq} counts from 1. */
    public record ToolCall(long seq, Instant time, String tool, String detail, boolean isSubagent) {
        /** The same after an earlier one was removed. */
        ToolCall after(long removed) {
            return seq > removed ? new ToolCall(seq - 1, time, tool, detail, isSubagent) : this;
        }
    }

    /** {@code text}: its first 300 characters; {@code turnNumber} counts from 1. */
    public record UserTurn(String text, Instant timestamp, boolean isInterrupt, long turnNumber) {}

    /**
     * {@code taskDescription} is what the call said, {@code description} the first 200 characters of the task.
     */
    public record Subagent(
            String agentId,
            String subagentType,
            String taskDescription,
            String description,
            long toolCount,
            Map<String, Long> toolCounts,
            List<ToolCall> toolCalls,
            long activeDurationMs) {}

    /** Whether the session has no tool call, no prompt and no tokens; lists omit it. */
    public boolean isEmpty() {
        return totalTools == 0
                && promptCount == 0
                && copyOf == null
                && subagents.isEmpty()
                && bill.totalTokens().total() == 0;
    }

    /**
     * The maximum sizes of a report's lists: calls, user turns, different paths and commands. Totals are exact in
     * any case.
     */
    public record ReportLimits(int callsMax, int userTurnsMax, int pathsMax, int commandsMax) {
        public static final ReportLimits FULL = new ReportLimits(100_000, 20_000, 20_000, 20_000);
        /** For text output, which shows only the most frequent. */
        public static final ReportLimits TEXT = new ReportLimits(0, 0, 20_000, 20_000);
        /** For lists of many sessions. */
        public static final ReportLimits SUMS = new ReportLimits(0, 0, 0, 0);
    }
}
