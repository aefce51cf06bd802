package footfall.line;

/** Converts the blocks of a draft to calls and results, in any dialect. */
record Blocks(Draft draft, Source source) {
    ToolUse toolUse(Block block) {
        var tool = Ids.bounded(block.name);
        boolean isRead = block.inputStart >= 0 && (!source.redacted() || ToolUse.runsAgent(tool));
        var input = CallInput.read(tool, block.inputField, isRead ? block.input(draft.raw) : null);
        if (source.redacted()) {
            var words = block.derived;
            return new ToolUse(
                    block.id,
                    tool,
                    words.bashCategory(),
                    words.fileExtension(),
                    words.inputBytes(),
                    input.subagentType(),
                    Intent.ofWord(tool, words.intent()),
                    words.target());
        }
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
                input.target());
    }

    /** {@code error}: the text of a failed result, else null. */
    ToolResult toolResult(Block block, String error) {
        if (source.redacted()) {
            var words = block.derived;
            var outcome = words.outcome() != null ? words.outcome() : block.error ? Outcome.ERROR : Outcome.OK;
            var verdict = words.category() == null ? null : new ToolResult.Verdict(words.category(), words.subject());
            return new ToolResult(
                    block.toolUseId,
                    outcome,
                    error,
                    words.resultBytes(),
                    verdict,
                    words.exitCode(),
                    words.permission(),
                    words.isBackground());
        }
        long bytes = block.contentStart < 0 ? 0 : block.contentEnd - block.contentStart;
        var refusal = error == null ? null : Refusal.of(error).orElse(null);
        var result = new ToolResult(block.toolUseId, error == null ? Outcome.OK : Outcome.ERROR, error, bytes, null);
        return refusal == null ? result : result.ended(refusal.outcome(), refusal.permission());
    }

    /** The text of a result: its string, or its text blocks; empty when absent. */
    String textOf(Block block) {
        if (block.contentStart < 0) {
            return "";
        }
        var part = block.content(draft.raw);
        return Content.read(part.json()).text(part);
    }

    int chars(String text) {
        return source.redacted() ? draft.derived.chars() : text.codePointCount(0, text.length());
    }
}
