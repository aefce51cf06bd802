package footfall.call;

import footfall.line.FileExtension;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Shell;
import footfall.line.ToolUse;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * An extracted call: its cells, its patterns, and the permission rules that match it (none for qbit, which
 * has no such rules). {@code kind}: the tool with the first word of its command or the extension of its file;
 * {@code value}: the tool with its whole subject, 200 characters; {@code path} is set for calls on one file,
 * else null.
 */
public record ExtractedCall(
        ToolUse use, Map<UsageColumn, String> cells, String kind, String value, String path, Rules rules) {
    static final int VALUE_MAX = 200;

    /** The rules that match an input, and whether the agent has rules of this syntax. */
    record Rules(List<String> ofInput, boolean isKnown) {}

    static List<ExtractedCall> of(Line line, LineDetails details, int previewLength) {
        var uses = CallDetail.shown(line);
        if (uses.isEmpty()) {
            return List.of();
        }
        var calls = new ArrayList<ExtractedCall>(1);
        for (var part : details.parts()) {
            if (part.kind().equals("tool_use")) {
                var use = uses.get(calls.size());
                calls.add(of(use, part, details, previewLength));
            }
        }
        return calls;
    }

    private static ExtractedCall of(ToolUse use, LineDetails.Part part, LineDetails details, int previewLength) {
        var spelled = CallNormalizer.of(details, use, part);
        var input = spelled.input();
        EnumMap<UsageColumn, String> cells = UsageCells.of(spelled, part.inputJson(), previewLength);
        var detail = CallDetail.of(use, part, spelled).detail();
        var path = FileExtension.isFileTool(spelled.tool())
                ? input.getOrDefault("file_path", input.get("notebook_path"))
                : null;
        return new ExtractedCall(
                use,
                cells,
                use.tool() + kind(spelled.tool(), input.get("command"), path),
                use.tool() + " " + Words.cut(detail, VALUE_MAX),
                path,
                new Rules(
                        PermissionRuleFinder.call(use.tool(), input),
                        details.dialect().hasPermissionRules()));
    }

    private static String kind(String tool, String command, String path) {
        if (Shell.is(tool) && command != null) {
            return " " + Words.cut(Words.first(command), VALUE_MAX);
        }
        return path == null ? "" : " " + FileExtension.of(path);
    }

    /** The permission rules that match the call, in a project with folder {@code root}. */
    List<String> rules(String root) {
        if (!rules.isKnown()) {
            return List.of();
        }
        return path == null ? rules.ofInput() : PermissionRuleFinder.file(use.tool(), path, root);
    }
}
