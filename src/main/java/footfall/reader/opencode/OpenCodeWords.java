package footfall.reader.opencode;

import footfall.line.AgentWords;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.line.Patch;
import footfall.line.Permission;
import footfall.line.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of OpenCode. */
final class OpenCodeWords implements AgentWords {
    /** The agent goes on. */
    static final String WITH_FEEDBACK =
            "The user rejected permission to use this specific tool call with the following feedback";

    @Override
    public String intents() {
        return """
                read: read
                edit: apply_patch edit write multiedit
                search: grep glob list
                plan: todowrite todoread
                delegate: task
                ask: question
                web: webfetch websearch
                skill: skill
                """;
    }

    @Override
    public Set<String> commandTools() {
        return Set.of("bash");
    }

    @Override
    public Set<String> agentTools() {
        return Set.of("task");
    }

    @Override
    public Set<String> agentTypeFields() {
        return Set.of("subagent_type");
    }

    @Override
    public Set<String> fileTools() {
        return Set.of(Patch.TOOL, "edit", "read", "write");
    }

    @Override
    public List<String> pathFields() {
        return List.of("filePath");
    }

    @Override
    public Set<String> partFields() {
        return Set.of("offset", "limit");
    }

    @Override
    public List<String> noSuchTool() {
        return List.of("The arguments provided to the tool are invalid: Model tried to call unavailable tool ");
    }

    @Override
    public List<String> invalidInput() {
        return List.of(
                "The arguments provided to the tool are invalid: ",
                "The \\S{1,200} tool was called with invalid arguments",
                "Unknown agent type: ");
    }

    @Override
    public List<String> nothing() {
        return List.of("No files found", "No search results found\\.", "\\(no output\\)\\z");
    }

    @Override
    public Map<ErrorCategory, List<String>> failures() {
        return Map.of(
                ErrorCategory.EDIT_MISMATCH,
                List.of(
                        "Could not find oldString in the file",
                        "Found multiple matches for oldString",
                        "oldString and newString are identical",
                        "oldString cannot be empty",
                        "the matched span is much larger than oldString"),
                ErrorCategory.VALIDATION,
                List.of("is out of range for this file", "URL must start with http"));
    }

    @Override
    public List<Refusal> refusals() {
        return List.of(
                Refusal.of(Outcome.REJECTED, Permission.USER, WITH_FEEDBACK),
                Refusal.of(
                        Outcome.REJECTED,
                        Permission.USER,
                        "The user rejected permission to use this specific tool call"),
                Refusal.of(Outcome.REJECTED, Permission.USER, "The user dismissed this question"),
                Refusal.denied(Permission.RULE, "The user has specified a rule which prevents you"),
                Refusal.of(Outcome.INTERRUPTED, null, "Tool execution aborted"),
                Refusal.of(Outcome.INTERRUPTED, null, "Task cancelled"));
    }
}
