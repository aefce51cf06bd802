package footfall.reader.codex;

import footfall.line.McpTool;
import footfall.line.Patch;

/** The names of Codex's tools. */
final class CodexTool {
    private static final String MCP = "mcp__";
    static final String POLL = "write_stdin";
    private static final String CALL = "_call";

    private CodexTool() {}

    /** The tool of a call, whose line may leave out the name; null when unknown. */
    static String of(String type, CodexFields call) {
        var name = call.text("name");
        if (name == null) {
            boolean isNamed = type.equals("function_call") || type.equals("custom_tool_call");
            return isNamed ? null : type.substring(0, type.length() - CALL.length());
        }
        var space = call.text("namespace");
        return space != null && space.startsWith(MCP) ? space + "__" + name : name;
    }

    /** The tool of a call that only its item shows; null when unknown. */
    static String ofItem(CodexFields item) {
        return switch (item.text("type")) {
            case "CommandExecution" -> "exec_command";
            case "FileChange" -> Patch.TOOL;
            case "ImageView" -> "view_image";
            case "WebSearch" -> "web_search";
            case "McpToolCall" ->
                item.text("server") == null || item.text("tool") == null
                        ? item.text("tool")
                        : new McpTool(item.text("server"), item.text("tool")).tool();
            default -> item.text("tool");
        };
    }
}
