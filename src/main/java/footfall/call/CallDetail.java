package footfall.call;

import footfall.line.BashCategory;
import footfall.line.FirstText;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Sha256;
import footfall.line.Shell;
import footfall.line.ToolUse;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One call in a line. {@code detail} is never null; {@code path} is set for Read, Write and Edit,
 * {@code command} and {@code category} for shell calls, and {@code whole}, the command in its length;
 * {@code subagent} for calls that start one; otherwise they are null. Calls with equal stripped command lines
 * have equal {@code command}s; display its first {@code COMMAND_MAX} characters. Equivalent tools of qbit are
 * treated the same.
 */
public record CallDetail(
        String toolUseId,
        String tool,
        String detail,
        String path,
        String command,
        BashCategory category,
        Subagent subagent,
        String whole) {
    public static final int COMMAND_MAX = 200;
    private static final int JSON_MAX = 150;
    /** The limit for texts without a limit of their own. */
    private static final int TEXT_MAX = 4_096;

    /** The subagent that a call starts; absent components are null. */
    public record Subagent(String type, String description) {}

    /** The calls of a line, in order. */
    public static List<CallDetail> of(Line line, LineDetails details) {
        var uses = line.shown();
        if (uses.isEmpty()) {
            return List.of();
        }
        var calls = new ArrayList<CallDetail>(1);
        for (var part : details.parts()) {
            if (part.kind().equals("tool_use")) {
                var use = uses.get(calls.size());
                calls.add(of(use, part, CallNormalizer.of(details, use, part)));
            }
        }
        return calls;
    }

    static CallDetail of(ToolUse use, LineDetails.Part part, NormalizedCall spelled) {
        var input = spelled.input();
        var detail = detail(spelled.tool(), input);
        var line = Shell.is(spelled.tool()) ? input.get("command") : null;
        return new CallDetail(
                use.id(),
                use.tool(),
                detail == null ? part.inputJson(JSON_MAX) : Words.cut(detail, TEXT_MAX),
                NormalizedCall.FILE_TOOLS.contains(spelled.tool()) ? Words.cut(input.get("file_path"), TEXT_MAX) : null,
                counted(line),
                use.bashCategory() == null && line != null ? BashCategory.of(line) : use.bashCategory(),
                startsSubagent(spelled.tool())
                        ? new Subagent(
                                Words.cut(input.get("subagent_type"), TEXT_MAX),
                                Words.cut(input.get("description"), TEXT_MAX))
                        : null,
                Words.cut(line, TEXT_MAX));
    }

    /** The stripped command, limited in length: a longer one is cut and gets a hash of the whole. */
    private static String counted(String command) {
        var whole = command == null ? null : command.strip();
        var shown = Words.cut(whole, COMMAND_MAX);
        if (whole == null || shown.length() == whole.length()) {
            return whole;
        }
        return shown + '\n' + HexFormat.of().formatHex(Sha256.of(whole));
    }

    static boolean startsSubagent(String tool) {
        return tool.equals("Task") || tool.equals("Agent");
    }

    /** Null when the input lacks the tool's main field. */
    private static String detail(String tool, Map<String, String> input) {
        return switch (tool) {
            case Shell.TOOL -> Words.cut(input.get("command"), COMMAND_MAX);
            case "Read", "Write", "Edit" -> input.get("file_path");
            case "Grep" -> grep(input.get("pattern"), input.get("path"));
            case "Glob" -> input.get("pattern");
            case "Task", "Agent" -> input.get("description");
            case "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "TaskOutput" ->
                input.getOrDefault("subject", operation(tool));
            case "WebSearch" -> input.get("query");
            case "WebFetch" -> input.get("url");
            case "Skill" -> input.getOrDefault("skill", input.get("command"));
            case "AskUserQuestion" -> FirstText.in(input.get("questions"), "question");
            default -> null;
        };
    }

    private static String grep(String pattern, String path) {
        return pattern == null || path == null ? pattern : pattern + " in " + path;
    }

    /** {@code create} for {@code TaskCreate}. */
    static String operation(String tool) {
        return tool.substring("Task".length()).toLowerCase(Locale.ROOT);
    }
}
