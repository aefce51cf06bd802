package footfall.line;

import java.util.Objects;

/**
 * One {@code tool_result} block. {@code error} is the unchanged text of a result with {@code is_error} true,
 * else null. {@code verdict} has the values that a shipper derived from removed text; null on lines of files.
 * {@code exitCode}: of a command, where the line states it apart from the text; else null. {@code permission}: null
 * when nothing says who decided. {@code isBackground}: the call returned at its launch, and its command runs on.
 */
public record ToolResult(
        String toolUseId,
        Outcome outcome,
        String error,
        long resultBytes,
        Verdict verdict,
        Integer exitCode,
        Permission permission,
        boolean isBackground) {
    public ToolResult {
        toolUseId = Ids.boundedOrNull(toolUseId);
        outcome = outcome == null ? Outcome.OK : outcome;
        resultBytes = Math.max(0, Math.min(resultBytes, ToolUse.BYTES_MAX));
    }

    public ToolResult(String toolUseId, Outcome outcome, String error, long resultBytes, Verdict verdict) {
        this(toolUseId, outcome, error, resultBytes, verdict, null, null);
    }

    public ToolResult(
            String toolUseId,
            Outcome outcome,
            String error,
            long resultBytes,
            Verdict verdict,
            Integer exitCode,
            Permission permission) {
        this(toolUseId, outcome, error, resultBytes, verdict, exitCode, permission, false);
    }

    /** The same of a call whose command runs on. */
    public ToolResult inBackground() {
        return new ToolResult(toolUseId, outcome, error, resultBytes, verdict, exitCode, permission, true);
    }

    /** The same result of another call. */
    public ToolResult of(String otherId) {
        return new ToolResult(otherId, outcome, error, resultBytes, verdict, exitCode, permission, isBackground);
    }

    /** The same result with another end. */
    public ToolResult ended(Outcome other, Permission by) {
        return new ToolResult(toolUseId, other, error, resultBytes, verdict, exitCode, by, isBackground);
    }

    /** The category of a failed result of this tool, from the text and the exit code. */
    public ErrorCategory category(String tool) {
        return ErrorText.category(tool, error == null ? "" : error, exitCode);
    }

    /**
     * Derived from the whole error text: its kind, and the missing command of an {@code env-need} ({@code ?}
     * when unknown).
     */
    public record Verdict(ErrorCategory category, String subject) {
        public Verdict {
            Objects.requireNonNull(category, "category is null");
            subject = Ids.boundedOrNull(subject);
        }
    }
}
