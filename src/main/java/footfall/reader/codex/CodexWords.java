package footfall.reader.codex;

import footfall.line.AgentWords;
import footfall.line.Patch;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The words of Codex. */
final class CodexWords implements AgentWords {
    @Override
    public String intents() {
        return """
                read: view_image
                edit: apply_patch
                search: list_dir tool_search file_search
                plan: update_plan
                delegate: spawn_agent send_input wait_agent close_agent
                ask: request_user_input
                web: web_search
                wait: write_stdin
                """;
    }

    @Override
    public Set<String> commandTools() {
        return Set.of("shell", "shell_command", "exec_command", "local_shell");
    }

    @Override
    public Set<String> shellTools() {
        return Set.of("write_stdin", "local_shell_call", "unified_exec");
    }

    @Override
    public Set<String> commandFields() {
        return Set.of("cmd");
    }

    @Override
    public Map<String, String> commandObjects() {
        return Map.of("local_shell", "action", "local_shell_call", "action");
    }

    @Override
    public Set<String> fileTools() {
        return Set.of(Patch.TOOL, "view_image");
    }

    @Override
    public List<String> noSuchTool() {
        return List.of("(?:Error: )?unsupported call: ", "(?:Error: )?unsupported custom tool call: ");
    }

    @Override
    public List<String> nothing() {
        return List.of(
                "(?:(?:Chunk ID|Exit code|Wall time|Process exited|Original token count)[^\\n]*\\n)+Output:\\s*\\z");
    }

    @Override
    public List<String> invalidInput() {
        return List.of("failed to parse function arguments: ");
    }
}
