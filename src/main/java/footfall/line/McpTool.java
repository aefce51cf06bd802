package footfall.line;

/**
 * A tool of an MCP server by the name {@code mcp__SERVER__TOOL}, as Claude Code and Codex write it; those of other
 * agents have the same intent. A server's name may contain single underscores, a tool's name double ones.
 */
public record McpTool(String server, String name) {
    private static final String BEGIN = "mcp__";
    private static final String BETWEEN = "__";

    /** Null for a tool of no server, and for a name without the server's. {@code name} is empty when absent. */
    public static McpTool of(String tool) {
        int end = is(tool) ? tool.indexOf(BETWEEN, BEGIN.length()) : -1;
        return end <= BEGIN.length()
                ? null
                : new McpTool(tool.substring(BEGIN.length(), end), tool.substring(end + BETWEEN.length()));
    }

    static boolean is(String tool) {
        return tool.startsWith(BEGIN);
    }

    /** How the names of all tools of the server begin. */
    public String begin() {
        return BEGIN + server;
    }

    /** The name of the tool in steps. */
    public String tool() {
        return begin() + BETWEEN + name;
    }
}
