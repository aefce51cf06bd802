package footfall.reader.qbit;

import footfall.line.AgentWords;
import java.util.List;
import java.util.Set;

/** The words of qbit. */
final class QbitWords implements AgentWords {
    @Override
    public String intents() {
        return """
                read: read_file
                edit: write_file
                web: web_search
                """;
    }

    @Override
    public Set<String> agentToolStarts() {
        return Set.of("sub_agent_");
    }

    @Override
    public List<String> noSuchTool() {
        return List.of("(?:Error: )?Unknown tool: ");
    }
}
