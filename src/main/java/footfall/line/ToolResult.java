package footfall.line;

/**
 * One {@code tool_result} block. {@code error} is the unchanged text of a result with {@code is_error} true,
 * else null. {@code verdict} has the values that a shipper derived from removed text; null on lines of files.
 */
public record ToolResult(String toolUseId, Outcome outcome, String error, long resultBytes, Verdict verdict) {
    public ToolResult {
        toolUseId = Ids.boundedOrNull(toolUseId);
    }

    /**
     * Derived from the whole error text: its kind, and the missing command of an {@code env-need} ({@code ?}
     * when unknown).
     */
    public record Verdict(ErrorCategory category, String subject) {}
}
