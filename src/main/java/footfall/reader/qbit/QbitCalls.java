package footfall.reader.qbit;

import footfall.call.CallNormalizer;
import footfall.call.NormalizedCall;
import footfall.line.Shell;
import java.util.LinkedHashMap;
import java.util.Map;

/** Renames qbit's tools and input fields to those of the equivalent claude tools. */
final class QbitCalls implements CallNormalizer {
    private static final Map<String, String> TOOLS = Map.of(
            "run_pty_cmd", Shell.TOOL,
            "run_command", Shell.TOOL,
            "read_file", "Read",
            "write_file", "Write",
            "create_file", "Write",
            "edit_file", "Edit",
            "grep_file", "Grep",
            "list_files", "Glob",
            "web_search", "WebSearch");
    private static final Map<String, String> FILE =
            Map.of("path", "file_path", "old_text", "old_string", "new_text", "new_string", "line_start", "offset");

    @Override
    public NormalizedCall of(NormalizedCall call) {
        var known = TOOLS.get(call.tool());
        if (known == null) {
            return call;
        }
        var spelled = new LinkedHashMap<String, String>();
        call.input().forEach((key, value) -> spelled.put(key(known, key), value));
        if (known.equals("Read")) {
            limit(call.input(), spelled);
        }
        return new NormalizedCall(known, spelled);
    }

    private static String key(String tool, String key) {
        return switch (tool) {
            case "Read", "Write", "Edit" -> FILE.getOrDefault(key, key);
            case "Grep" -> key.equals("include") ? "glob" : key;
            default -> key;
        };
    }

    /** Claude has the number of lines, qbit the last line. */
    private static void limit(Map<String, String> input, Map<String, String> spelled) {
        var first = input.getOrDefault("line_start", "1");
        var last = input.getOrDefault("line_end", "");
        if (first.matches("\\d{1,9}") && last.matches("\\d{1,9}")) {
            spelled.put("limit", String.valueOf(Math.max(0, Integer.parseInt(last) - Integer.parseInt(first) + 1)));
        }
    }
}
