package footfall.line;

/**
 * One {@code tool_result} block. {@code error} is the block's text, unstripped, of every result with {@code
 * is_error} true, else null. {@code verdict} holds what a shipper derived from text that it left behind, null
 * on lines of files.
 */
public record ToolResult(String toolUseId, Outcome outcome, String error, long resultBytes, Verdict verdict) {
  public ToolResult {
    toolUseId = Ids.boundedOrNull(toolUseId);
  }

  /**
   * What the whole error text said: its kind, and the missing command of an {@code env-need} ({@code ?}
   * unknown).
   */
  public record Verdict(ErrorCategory category, String subject) {}
}
