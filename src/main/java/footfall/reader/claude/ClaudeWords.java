package footfall.reader.claude;

import footfall.line.AgentWords;
import footfall.line.ErrorCategory;
import footfall.line.Refusal;
import footfall.line.Shell;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of Claude Code. */
final class ClaudeWords implements AgentWords {
    @Override
    public String intents() {
        return """
                read: Read NotebookRead
                edit: Edit MultiEdit Write NotebookEdit
                search: Grep Glob LS ToolSearch
                plan: TaskCreate TaskUpdate TaskList TaskGet TodoWrite TodoRead EnterPlanMode ExitPlanMode
                delegate: Task Agent SendMessage
                ask: AskUserQuestion
                web: WebFetch WebSearch
                wait: TaskOutput BashOutput KillShell KillBash Monitor
                skill: Skill
                """;
    }

    @Override
    public Set<String> commandTools() {
        return Set.of(Shell.TOOL);
    }

    @Override
    public Set<String> shellTools() {
        return Set.of("PowerShell");
    }

    @Override
    public Set<String> agentTools() {
        return Set.of("Task", "Agent");
    }

    @Override
    public Set<String> agentTypeFields() {
        return Set.of("subagent_type");
    }

    @Override
    public List<String> pathFields() {
        return List.of("file_path", "path", "notebook_path");
    }

    @Override
    public Set<String> partFields() {
        return Set.of("offset", "limit", "pages");
    }

    @Override
    public List<String> noSuchTool() {
        return List.of("(?:Error: )?No such tool available: ");
    }

    @Override
    public List<String> nothing() {
        return List.of("No (?:files|matches) found");
    }

    @Override
    public Map<ErrorCategory, List<String>> failures() {
        return Map.of(
                ErrorCategory.EDIT_MISMATCH,
                List.of("String to replace not found", "matches of the string to replace", "No changes to make"),
                ErrorCategory.NOT_READ_FIRST,
                List.of("has not been read yet"),
                ErrorCategory.STALE_READ,
                List.of("modified since read"),
                ErrorCategory.TOO_LARGE,
                List.of("exceeds maximum allowed"),
                ErrorCategory.FILE_NOT_FOUND,
                List.of("File does not exist"),
                ErrorCategory.PERMISSION,
                List.of("haven't granted"),
                ErrorCategory.VALIDATION,
                List.of("InputValidationError", "Unknown skill", "Agent type '"));
    }

    @Override
    public List<Refusal> refusals() {
        return ClaudeRefusals.ALL;
    }
}
