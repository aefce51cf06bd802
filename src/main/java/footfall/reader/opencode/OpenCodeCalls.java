package footfall.reader.opencode;

import footfall.call.CallNormalizer;
import footfall.call.NormalizedCall;
import footfall.line.Shell;
import java.util.LinkedHashMap;
import java.util.Map;

/** Renames OpenCode's tools and input fields to those of the equivalent claude tools. */
final class OpenCodeCalls implements CallNormalizer {
    private static final Map<String, String> TOOLS = Map.ofEntries(
            Map.entry("read", "Read"),
            Map.entry("write", "Write"),
            Map.entry("edit", "Edit"),
            Map.entry("glob", "Glob"),
            Map.entry("grep", "Grep"),
            Map.entry("list", "LS"),
            Map.entry("webfetch", "WebFetch"),
            Map.entry("websearch", "WebSearch"),
            Map.entry("task", "Task"),
            Map.entry("todowrite", "TodoWrite"),
            Map.entry("todoread", "TodoRead"),
            Map.entry("skill", "Skill"),
            Map.entry("question", "AskUserQuestion"));
    private static final Map<String, String> FIELDS = Map.of(
            "filePath", "file_path",
            "oldString", "old_string",
            "newString", "new_string",
            "replaceAll", "replace_all");

    @Override
    public NormalizedCall of(NormalizedCall call) {
        var known = Shell.isCommand(call.tool()) ? Shell.TOOL : TOOLS.get(call.tool());
        if (known == null) {
            return call;
        }
        var spelled = new LinkedHashMap<String, String>();
        call.input().forEach((key, value) -> spelled.put(key(known, key), value));
        return new NormalizedCall(known, spelled);
    }

    private static String key(String tool, String key) {
        return switch (tool) {
            case "Grep" -> key.equals("include") ? "glob" : key;
            case "Skill" -> key.equals("name") ? "skill" : key;
            default -> FIELDS.getOrDefault(key, key);
        };
    }
}
