package footfall.reader.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.call.NormalizedCall;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Copilot's calls in the names that reports use. */
class CopilotCallsTest {
    private static NormalizedCall of(String tool, String... input) {
        var fields = new LinkedHashMap<String, String>();
        for (int i = 0; i < input.length; i += 2) {
            fields.put(input[i], input[i + 1]);
        }
        return new CopilotCalls().of(new NormalizedCall(tool, fields));
    }

    @Test
    void toolsAndTheirFieldsAreRenamed() {
        assertThat(of("bash", "command", "ls")).isEqualTo(new NormalizedCall("Bash", Map.of("command", "ls")));
        assertThat(of("create", "path", "a", "file_text", "x"))
                .isEqualTo(new NormalizedCall("Write", Map.of("file_path", "a", "content", "x")));
        assertThat(of("edit", "path", "a", "old_str", "x", "new_str", "y"))
                .isEqualTo(new NormalizedCall("Edit", Map.of("file_path", "a", "old_string", "x", "new_string", "y")));
        assertThat(of("task", "agent_type", "explore", "description", "look"))
                .isEqualTo(new NormalizedCall("Task", Map.of("subagent_type", "explore", "description", "look")));
        assertThat(of("grep", "pattern", "x", "path", "src"))
                .isEqualTo(new NormalizedCall("Grep", Map.of("pattern", "x", "path", "src")));
        assertThat(of("read_bash", "shellId", "3")).isEqualTo(new NormalizedCall("read_bash", Map.of("shellId", "3")));
    }

    @Test
    void aRangeOfLinesHasAnOffsetAndALimit() {
        assertThat(of("view", "path", "a", "view_range", "[5, 14]"))
                .isEqualTo(new NormalizedCall("Read", Map.of("file_path", "a", "offset", "5", "limit", "10")));
        assertThat(of("view", "path", "a", "view_range", "[5,-1]"))
                .isEqualTo(new NormalizedCall("Read", Map.of("file_path", "a", "offset", "5")));
        assertThat(of("view", "path", "a", "view_range", "all"))
                .isEqualTo(new NormalizedCall("Read", Map.of("file_path", "a", "view_range", "all")));
    }
}
