package footfall.reader.copilot;

import footfall.line.AgentWords;
import footfall.line.ErrorCategory;
import footfall.line.Patch;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of Copilot CLI. */
final class CopilotWords implements AgentWords {
    @Override
    public String intents() {
        return """
                read: view
                edit: apply_patch create edit str_replace_editor
                search: grep glob
                plan: exit_plan_mode update_todo
                delegate: task
                ask: ask_user
                web: web_fetch web_search
                wait: read_bash write_bash stop_bash list_bash
                wait: read_powershell write_powershell stop_powershell list_powershell read_agent list_agents
                skill: skill
                """;
    }

    @Override
    public Set<String> commandTools() {
        return Set.of("bash");
    }

    @Override
    public Set<String> shellTools() {
        return Set.of("powershell", "read_bash", "read_powershell");
    }

    @Override
    public Set<String> agentTools() {
        return Set.of("task");
    }

    @Override
    public Set<String> agentTypeFields() {
        return Set.of("agent_type");
    }

    @Override
    public Set<String> fileTools() {
        return Set.of(Patch.TOOL, "view", "create", "edit");
    }

    @Override
    public Set<String> partFields() {
        return Set.of("view_range");
    }

    @Override
    public List<String> noSuchTool() {
        return List.of("(?:Error: )?Tool '[^'\\n]{1,200}' does not exist\\.");
    }

    @Override
    public List<String> invalidInput() {
        return List.of("(?:Multiple validation errors:\n- )?\"[^\"\n]{1,200}\": (?:Required|Expected |Invalid )");
    }

    @Override
    public List<String> nothing() {
        return List.of(
                "No matches found\\.",
                "No files matched the pattern\\.",
                "\\s*<(?:shellId: \\S+ completed|exited) with exit code 0>\\s*\\z");
    }

    @Override
    public Map<ErrorCategory, List<String>> failures() {
        return Map.of(ErrorCategory.FILE_NOT_FOUND, List.of("Path does not exist"));
    }
}
