package footfall.line;

/**
 * One {@code tool_use} block. {@code id} is null when absent; {@code bashCategory} is set for shell calls,
 * {@code fileExtension} for calls on one file; {@code inputBytes} is the size of the input's JSON in the
 * transcript, 0 when absent; {@code subagentType} is set for calls that run a subagent and name its type;
 * {@code intent} is the word of {@link Intent}; {@code target} is null for calls that neither read nor edit a file.
 * {@code command} is the program of a shell call with its verb, {@code cargo test}, null where they are not in the
 * list of {@link CommandName}; {@code looks}: a shell's command that changes nothing. {@code input} is a hash of what
 * the call asks for, in what leaves a keyed one; null when the target says all, and for edits. {@code changes}: what
 * the call changes if it goes well; null for nothing.
 */
public record ToolUse(
        String id,
        String tool,
        BashCategory bashCategory,
        String fileExtension,
        long inputBytes,
        String subagentType,
        String intent,
        Target target,
        String command,
        boolean looks,
        String input,
        Changes changes) {
    /** Of an input or a result: every program reads such a number as it is. */
    public static final long BYTES_MAX = 1L << 53;

    public ToolUse {
        id = Ids.boundedOrNull(id);
        tool = Ids.bounded(tool);
        fileExtension = Ids.boundedOrNull(fileExtension);
        inputBytes = Math.max(0, Math.min(inputBytes, BYTES_MAX));
        subagentType = Ids.boundedOrNull(subagentType);
        intent = intent == null ? Intent.of(tool) : Ids.bounded(intent);
        command = CommandName.isKnown(command) ? command : null;
        changes = Changes.bounded(changes);
    }

    /** Without the file, the call says how many it changes. */
    public ToolUse with(Target other, String otherInput) {
        boolean isUnnamed = other == null && target != null && changes != null;
        var made = isUnnamed ? changes.ofFiles(1L + target.others().size()) : changes;
        return with(fileExtension, intent, other, otherInput, made);
    }

    public ToolUse withExtension(String other) {
        return with(other, intent, target, input, changes);
    }

    public ToolUse withIntent(String other) {
        return with(fileExtension, other, target, input, changes);
    }

    private ToolUse with(String extension, String purpose, Target file, String print, Changes made) {
        return new ToolUse(
                id,
                tool,
                bashCategory,
                extension,
                inputBytes,
                subagentType,
                purpose,
                file,
                command,
                looks,
                print,
                made);
    }

    /** Whether calls of this tool run subagents. */
    public static boolean runsAgent(String tool) {
        if (Agents.AGENT_TOOLS.contains(tool)) {
            return true;
        }
        for (var start : Agents.AGENT_TOOL_STARTS) {
            if (tool.startsWith(start)) {
                return true;
            }
        }
        return false;
    }
}
