package footfall.reader.gemini;

import footfall.line.AgentWords;
import java.util.List;
import java.util.Set;

/** The words of Gemini CLI. */
final class GeminiWords implements AgentWords {
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
}
