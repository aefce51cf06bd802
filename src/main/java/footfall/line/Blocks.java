package footfall.line;

/** Converts the blocks of a draft to calls and results, in any dialect. */
public record Blocks(Draft draft) {
    public ToolUse toolUse(Block block) {
        var tool = Ids.bounded(block.name);
        var json = block.inputStart < 0 ? null : block.input(draft.raw);
        var input = CallInput.read(tool, block.inputField, json, draft.texts());
        var command = input.command();
        var words = command == null ? null : new CommandWords(command);
        var path = input.reportedPath();
        return new ToolUse(
                block.id,
                tool,
                command == null || !Shell.isCommand(tool) ? null : BashCategory.of(command),
                path == null ? null : FileExtension.of(path),
                block.inputStart < 0 ? 0 : block.inputEnd - block.inputStart,
                input.subagentType(),
                Intent.of(tool, words),
                input.target(),
                CommandName.of(tool, words),
                words != null && Shell.runs(tool) && CommandName.looks(words),
                input.print(),
                input.changes(words));
    }

    /** {@code error}: the text of a failed result, else null. */
    public ToolResult toolResult(Block block, String error) {
        long bytes = block.contentStart < 0 ? 0 : block.contentEnd - block.contentStart;
        var refusal = error == null ? null : Refusals.of(error).orElse(null);
        var result = new ToolResult(block.toolUseId, error == null ? Outcome.OK : Outcome.ERROR, error, bytes, null);
        return refusal == null
                ? result.saying(() -> textOf(block))
                : result.ended(refusal.outcome(), refusal.permission());
    }

    /** A result whose end the agent's own fields say; {@code error}: its text if it did not end well, else null. */
    public ToolResult toolResult(Block block, Outcome outcome, String error, Integer exitCode, Permission by) {
        long bytes = block.contentStart < 0 ? 0 : block.contentEnd - block.contentStart;
        return new ToolResult(block.toolUseId, outcome, error, bytes, null, exitCode, by).saying(() -> textOf(block));
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
