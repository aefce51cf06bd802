package footfall.line;

import java.util.List;

/** Converts the blocks of a draft to calls and results, in any dialect. */
public record Blocks(Draft draft) {
    public ToolUse toolUse(Block block) {
        var tool = Ids.bounded(block.name);
        var input = CallInput.read(tool, block.inputField, block.inputStart < 0 ? null : block.input(draft.raw));
        var command = input.command();
        var path = input.reportedPath();
        return new ToolUse(
                block.id,
                tool,
                command == null || !Shell.isCommand(tool) ? null : BashCategory.of(command),
                path == null ? null : FileExtension.of(path),
                block.inputStart < 0 ? 0 : block.inputEnd - block.inputStart,
                input.subagentType(),
                Intent.of(tool, command),
                input.target(),
                CommandName.of(tool, command),
                command != null && Shell.runs(tool) && CommandName.looks(command),
                input.print());
    }

    /** What searches of Claude Code say that find nothing. */
    private static final List<String> EMPTY = List.of("No files found", "No matches found", "No matches.");

    /** Of a result that says only that, with the pattern in some. */
    private static final long EMPTY_BYTES_MAX = 200;

    /** {@code error}: the text of a failed result, else null. */
    public ToolResult toolResult(Block block, String error) {
        long bytes = block.contentStart < 0 ? 0 : block.contentEnd - block.contentStart;
        var refusal = error == null ? null : Refusals.of(error).orElse(null);
        var result = new ToolResult(block.toolUseId, error == null ? Outcome.OK : Outcome.ERROR, error, bytes, null);
        if (error == null && bytes <= EMPTY_BYTES_MAX && foundNothing(textOf(block))) {
            return result.empty();
        }
        return refusal == null ? result : result.ended(refusal.outcome(), refusal.permission());
    }

    private static boolean foundNothing(String text) {
        return EMPTY.stream().anyMatch(text::startsWith);
    }

    /** A result whose end the agent's own fields say; {@code error}: its text if it did not end well, else null. */
    public ToolResult toolResult(Block block, Outcome outcome, String error, Integer exitCode, Permission by) {
        var read = toolResult(block, error);
        return new ToolResult(read.toolUseId(), outcome, error, read.resultBytes(), read.verdict(), exitCode, by);
    }

    /** The text of a result: its string, or its text blocks; empty when absent. */
    public String textOf(Block block) {
        if (block.contentStart < 0) {
            return "";
        }
        var part = block.content(draft.raw);
        return Content.read(part.json()).text(part);
    }

    /** The length of a text in code points. */
    public static int chars(String text) {
        return text.codePointCount(0, text.length());
    }
}
