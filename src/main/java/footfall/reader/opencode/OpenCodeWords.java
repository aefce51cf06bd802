package footfall.reader.opencode;

import footfall.line.AgentWords;
import footfall.line.ErrorCategory;
import footfall.line.Patch;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of OpenCode. */
final class OpenCodeWords implements AgentWords {
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
        return List.of("The arguments provided to the tool are invalid: ");
    }

    @Override
    public Map<ErrorCategory, List<String>> failures() {
        return Map.of(ErrorCategory.EDIT_MISMATCH, List.of("Could not find oldString in the file"));
    }
}
