package footfall.reader.gemini;

import footfall.line.AgentWords;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Refusal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of Gemini CLI. */
final class GeminiWords implements AgentWords {
    /** Over ACP, no other record says that the user stopped the agent. */
    static final String STOPPED = "Command was cancelled by user before it could";

    @Override
    public String intents() {
        return """
                read: read_file read_many_files
                edit: write_file replace
                search: glob search_file_content grep_search list_directory
                plan: enter_plan_mode exit_plan_mode write_todos update_topic
                delegate: invoke_agent
                ask: ask_user
                web: web_fetch google_web_search
                wait: list_background_processes read_background_output
                skill: activate_skill
                """;
    }

    @Override
    public Set<String> commandTools() {
        return Set.of(GeminiOutcome.SHELL);
    }

    @Override
    public Set<String> agentTools() {
        return Set.of("invoke_agent");
    }

    @Override
    public Set<String> agentTypeFields() {
        return Set.of("agent_name");
    }

    @Override
    public List<String> pathFields() {
        return List.of("file_path", "absolute_path");
    }

    @Override
    public Set<String> partFields() {
        return Set.of("offset", "limit", "start_line", "end_line");
    }

    @Override
    public List<String> noSuchTool() {
        return List.of("Tool \"[^\"\n]{1,200}\" not found(?: in registry)?\\.");
    }

    @Override
    public List<String> invalidInput() {
        return List.of(
                "params(?:/[^ \n]{0,200})? must ",
                "The '[^'\n]{1,200}' parameter (?:is required|cannot be empty|must be non-empty)",
                "Skill \"[^\"\n]{1,200}\" not found\\.");
    }

    @Override
    public List<String> nothing() {
        return List.of(
                "No matches found for pattern ",
                "No files found matching pattern ",
                "No search results or information found for query: ",
                "(?:<untrusted_context>\\n)?Output: \\(empty\\)\\n");
    }

    @Override
    public Map<ErrorCategory, List<String>> failures() {
        return Map.of(
                ErrorCategory.EDIT_MISMATCH,
                List.of(
                        "Could not find an exact match for",
                        "for old_string in file",
                        "No changes to apply",
                        "File already exists, cannot create",
                        "occurrences but found ",
                        "occurrence but found "),
                ErrorCategory.FILE_NOT_FOUND,
                List.of(
                        "Path not found",
                        "Path is a directory, not a file",
                        "Path is not a directory",
                        "Directory not found or inaccessible"),
                ErrorCategory.TOO_LARGE,
                List.of("File size exceeds the "),
                ErrorCategory.PERMISSION,
                List.of("path not in workspace", "is ignored by configured ignore patterns"),
                ErrorCategory.NETWORK,
                List.of("fallback fetch attempts failed", "Error during web search for query"),
                ErrorCategory.VALIDATION,
                List.of("Invalid regular expression pattern provided", "Invalid URL "));
    }

    @Override
    public List<Refusal> refusals() {
        return List.of(
                Refusal.denied(Permission.RULE, "Tool execution denied by policy."),
                Refusal.denied(Permission.RULE, "Unauthorized tool call: "),
                Refusal.denied(Permission.RULE, "Command injection detected: "),
                Refusal.denied(Permission.RULE, "Command rejected because it could not be parsed safely"),
                Refusal.denied(Permission.HOOK, "Tool execution blocked: "),
                Refusal.denied(Permission.HOOK, "Agent execution stopped by hook: "),
                new Refusal(Outcome.REJECTED, Permission.USER, "Tool \"", "\" was canceled by the user."),
                Refusal.of(Outcome.REJECTED, Permission.USER, "[Operation Cancelled] Reason: User denied execution."),
                Refusal.of(Outcome.INTERRUPTED, null, "[Operation Cancelled] Reason: Operation cancelled by user"),
                Refusal.of(Outcome.INTERRUPTED, null, "User cancelled the operation."),
                Refusal.of(Outcome.INTERRUPTED, null, STOPPED));
    }
}
