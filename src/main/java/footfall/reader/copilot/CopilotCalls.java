package footfall.reader.copilot;

import footfall.call.CallNormalizer;
import footfall.call.NormalizedCall;
import footfall.line.Shell;
import java.util.LinkedHashMap;
import java.util.Map;

/** Renames Copilot's tools and input fields to those of the equivalent claude tools. */
final class CopilotCalls implements CallNormalizer {
    private static final Map<String, String> TOOLS = Map.of(
            "view", "Read",
            "create", "Write",
            "edit", "Edit",
            "grep", "Grep",
            "glob", "Glob",
            "web_fetch", "WebFetch",
            "web_search", "WebSearch",
            "task", "Task");
    private static final Map<String, String> FILE =
            Map.of("path", "file_path", "old_str", "old_string", "new_str", "new_string", "file_text", "content");

    @Override
    public NormalizedCall of(NormalizedCall call) {
        var known = Shell.isCommand(call.tool()) ? Shell.TOOL : TOOLS.get(call.tool());
        if (known == null) {
            return call;
        }
        var spelled = new LinkedHashMap<String, String>();
        call.input().forEach((key, value) -> spelled.put(key(known, key), value));
        if (known.equals("Read")) {
            range(call.input().getOrDefault("view_range", ""), spelled);
        }
        return new NormalizedCall(known, spelled);
    }

    private static String key(String tool, String key) {
        return switch (tool) {
            case "Read", "Write", "Edit" -> FILE.getOrDefault(key, key);
            case "Task" -> key.equals("agent_type") ? "subagent_type" : key;
            default -> key;
        };
    }

    /** Claude has the first line and the number of lines, Copilot the first and the last one, -1 for the end. */
    private static void range(String range, Map<String, String> spelled) {
        var lines = range.replaceAll("[\\[\\] ]", "").split(",");
        if (lines.length != 2 || !lines[0].matches("\\d{1,9}")) {
            return;
        }
        spelled.remove("view_range");
        spelled.put("offset", lines[0]);
        if (lines[1].matches("\\d{1,9}")) {
            int count = Integer.parseInt(lines[1]) - Integer.parseInt(lines[0]) + 1;
            spelled.put("limit", String.valueOf(Math.max(0, count)));
        }
    }
}
