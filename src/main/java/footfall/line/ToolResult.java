package footfall.line;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * One {@code tool_result} block. {@code error} is the unchanged text of a result with {@code is_error} true,
 * else null. {@code verdict} has the values that a shipper derived from removed text; null on lines of files.
 * {@code exitCode}: of a command, where the line states it apart from the text; else null. {@code permission}: null
 * when nothing says who decided. {@code isBackground}: the call returned at its launch, and its command runs on.
 * {@code askedFor}: why a person was asked, {@code waitedMs}: how long the call stood at the question; null and 0 when
 * nobody was asked or nothing says it. {@code isEmpty}: the call went well and found or printed nothing. {@code
 * changes}: the lines that it changed, null where the result does not say them.
 */
public record ToolResult(
        String toolUseId,
        Outcome outcome,
        String error,
        long resultBytes,
        Verdict verdict,
        Integer exitCode,
        Permission permission,
        boolean isBackground,
        AskReason askedFor,
        long waitedMs,
        boolean isEmpty,
        Changes changes) {
    /** Of a result that says only that there was nothing, with the pattern and the folder in some. */
    private static final long NOTHING_BYTES_MAX = 500;

    public ToolResult {
        toolUseId = Ids.boundedOrNull(toolUseId);
        outcome = outcome == null ? Outcome.OK : outcome;
        resultBytes = Math.max(0, Math.min(resultBytes, ToolUse.BYTES_MAX));
        waitedMs = Math.max(0, Math.min(waitedMs, ToolUse.BYTES_MAX));
        changes = Changes.bounded(changes);
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
        this(toolUseId, outcome, error, resultBytes, verdict, exitCode, permission, false, null, 0, false, null);
    }

    /** The same of a call whose command runs on. */
    public ToolResult inBackground() {
        return with(toolUseId, outcome, permission, true, askedFor, waitedMs, isEmpty, changes);
    }

    /** The same result of another call. */
    public ToolResult of(String otherId) {
        return with(otherId, outcome, permission, isBackground, askedFor, waitedMs, isEmpty, changes);
    }

    /** The same result with another end. */
    public ToolResult ended(Outcome other, Permission by) {
        return with(toolUseId, other, by, isBackground, askedFor, waitedMs, isEmpty, changes);
    }

    /** The same of a call with this text, which is decoded only if it is short: it may say that there was nothing. */
    public ToolResult saying(Supplier<String> text) {
        boolean isShort = outcome == Outcome.OK && resultBytes <= NOTHING_BYTES_MAX;
        return isShort && Agents.NOTHING.matcher(text.get()).lookingAt()
                ? with(toolUseId, outcome, permission, isBackground, askedFor, waitedMs, true, changes)
                : this;
    }

    /** The same of a call that changed these lines. */
    public ToolResult changing(Changes lines) {
        return with(toolUseId, outcome, permission, isBackground, askedFor, waitedMs, isEmpty, lines);
    }

    /** The same with what may leave of its error. */
    public ToolResult failed(String text, Verdict other) {
        return new ToolResult(
                toolUseId,
                outcome,
                text,
                resultBytes,
                other,
                exitCode,
                permission,
                isBackground,
                askedFor,
                waitedMs,
                isEmpty,
                changes);
    }

    /** The same of a call about which a person was asked. */
    public ToolResult asked(Permission answer, AskReason reason, long waited) {
        return with(toolUseId, outcome, answer, isBackground, reason, waited, isEmpty, changes);
    }

    private ToolResult with(
            String id,
            Outcome end,
            Permission by,
            boolean runsOn,
            AskReason reason,
            long waited,
            boolean isNothing,
            Changes lines) {
        return new ToolResult(
                id, end, error, resultBytes, verdict, exitCode, by, runsOn, reason, waited, isNothing, lines);
    }

    /** The category of a failed result of this tool, from the text and the exit code. */
    public ErrorCategory category(String tool) {
        return ErrorText.category(tool, error == null ? "" : error, exitCode);
    }

    /**
     * Derived from the whole error text: its kind, and the missing command of an {@code env-need} ({@code ?}
     * when unknown), or else what {@link FailureCause.Said} finds in it.
     */
    public record Verdict(ErrorCategory category, String subject) {
        public Verdict {
            Objects.requireNonNull(category, "category is null");
            subject = Ids.boundedOrNull(subject);
        }
    }
}
