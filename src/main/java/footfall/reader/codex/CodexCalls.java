package footfall.reader.codex;

import footfall.call.CallNormalizer;
import footfall.call.NormalizedCall;
import footfall.line.InputJson;
import footfall.line.Shell;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Renames Codex's tools and input fields to those of the equivalent claude tools. Polls of a running command are
 * no commands.
 */
final class CodexCalls implements CallNormalizer {
    private static final Map<String, String> TOOLS =
            Map.of("view_image", "Read", "apply_patch", "Edit", "web_search", "WebSearch");

    private static final Map<String, String> FIELDS = Map.of("cmd", "command", "path", "file_path");

    @Override
    public NormalizedCall of(NormalizedCall call) {
        var known = Shell.isCommand(call.tool()) ? Shell.TOOL : TOOLS.get(call.tool());
        if (known == null) {
            return call;
        }
        var spelled = new LinkedHashMap<String, String>();
        call.input().forEach((key, value) -> spelled.put(FIELDS.getOrDefault(key, key), value));
        spelled.computeIfPresent("command", (key, words) -> InputJson.commandLine(words));
        return new NormalizedCall(known, spelled);
    }
}
