package footfall.reader.gemini;

import footfall.call.CallNormalizer;
import footfall.call.NormalizedCall;
import footfall.line.Shell;
import java.util.LinkedHashMap;
import java.util.Map;

/** Renames Gemini's tools and input fields to those of the equivalent claude tools. */
final class GeminiCalls implements CallNormalizer {
    private static final Map<String, String> TOOLS = Map.ofEntries(
            Map.entry(GeminiOutcome.SHELL, Shell.TOOL),
            Map.entry("read_file", "Read"),
            Map.entry("write_file", "Write"),
            Map.entry("replace", "Edit"),
            Map.entry("grep_search", "Grep"),
            Map.entry("search_file_content", "Grep"),
            Map.entry("glob", "Glob"),
            Map.entry("list_directory", "LS"),
            Map.entry("web_fetch", "WebFetch"),
            Map.entry("google_web_search", "WebSearch"),
            Map.entry("invoke_agent", "Task"),
            Map.entry("activate_skill", "Skill"),
            Map.entry("ask_user", "AskUserQuestion"));

    @Override
    public NormalizedCall of(NormalizedCall call) {
        var known = TOOLS.get(call.tool());
        if (known == null) {
            return call;
        }
        var spelled = new LinkedHashMap<String, String>();
        call.input().forEach((key, value) -> spelled.put(key(known, key), value));
        if (known.equals("Read")) {
            range(call.input(), spelled);
        }
        return new NormalizedCall(known, spelled);
    }

    private static String key(String tool, String key) {
        return switch (tool) {
            case "Read", "Write", "Edit" -> key.equals("absolute_path") ? "file_path" : key;
            case "Grep" -> key.equals("dir_path") ? "path" : key.startsWith("include") ? "glob" : key;
            case "Glob", "LS" -> key.equals("dir_path") ? "path" : key;
            case "Task" -> key.equals("agent_name") ? "subagent_type" : key.equals("prompt") ? "description" : key;
            case "Skill" -> key.equals("name") ? "skill" : key;
            default -> key;
        };
    }

    /** Claude has the first line and the number of lines, Gemini the first and the last one. */
    private static void range(Map<String, String> input, Map<String, String> spelled) {
        var first = input.getOrDefault("start_line", "1");
        var last = input.getOrDefault("end_line", "");
        if (input.containsKey("start_line")) {
            spelled.remove("start_line");
            spelled.put("offset", first);
        }
        if (first.matches("\\d{1,9}") && last.matches("\\d{1,9}")) {
            spelled.remove("end_line");
            spelled.put("limit", String.valueOf(Math.max(0, Integer.parseInt(last) - Integer.parseInt(first) + 1)));
        }
    }
}
