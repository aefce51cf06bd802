package footfall.line;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * The purpose of a call, as one word: by the tool's name, and for shells by the command. The words of tools
 * that no agent lists are {@code mcp:SERVER} and the tool's own name.
 */
public final class Intent {
    public static final String READ = "read";
    public static final String EDIT = "edit";
    public static final String SEARCH = "search";
    public static final String WAIT = "wait";

    /** A call of a shell whose command is unknown or empty. */
    public static final String SHELL = "shell";

    private static final String BROWSE = "browse";

    private Intent() {}

    /** The purpose of a call by the tool's name alone; of a shell, {@link #SHELL}. */
    public static String of(String tool) {
        var listed = Agents.INTENTS.get(tool);
        if (listed != null || Shell.runs(tool)) {
            return listed == null ? SHELL : listed;
        }
        var mcp = McpTool.of(tool);
        var name = mcp == null ? tool : mcp.server();
        boolean isBrowser = mcp != null || name.contains("-browser") || name.contains("playwright-");
        if (isBrowser && isBrowser(name.toLowerCase(Locale.ROOT))) {
            return BROWSE;
        }
        return mcp == null ? tool : "mcp:" + mcp.server();
    }

    /** The purpose of a call; {@code command} is the command of a shell, null when absent. */
    static String of(String tool, CommandWords command) {
        return command == null || command.command().isEmpty() || !Shell.runs(tool)
                ? of(tool)
                : CommandIntent.of(command);
    }

    private static boolean isBrowser(String name) {
        return Stream.of("browser", "playwright", "chrome", "puppeteer").anyMatch(name::contains);
    }
}
