package footfall.line;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The purpose of a call, as one word: by the tool's name, and for shells by the command. The words of other tools
 * than the listed ones are {@code mcp:SERVER} and the tool's own name.
 */
public final class Intent {
    public static final String READ = "read";
    public static final String EDIT = "edit";

    /** A call of a shell whose command is unknown or empty. */
    public static final String SHELL = "shell";

    private static final String BROWSE = "browse";
    private static final String MCP = "mcp__";

    private static final Map<String, String> BY_TOOL = IntentWords.read("""
            read: Read NotebookRead view read_file view_image read_many_files read
            edit: Edit MultiEdit Write NotebookEdit apply_patch create edit str_replace_editor write_file replace \
            write multiedit
            search: Grep Glob LS ToolSearch grep glob list_dir tool_search file_search search_file_content \
            grep_search list_directory list
            plan: TaskCreate TaskUpdate TaskList TaskGet TodoWrite TodoRead update_plan EnterPlanMode ExitPlanMode \
            update_todo enter_plan_mode exit_plan_mode write_todos update_topic todowrite todoread
            delegate: Task Agent SendMessage spawn_agent send_input wait_agent close_agent task invoke_agent
            ask: AskUserQuestion request_user_input ask_user question
            web: WebFetch WebSearch web_fetch web_search google_web_search webfetch websearch
            wait: TaskOutput BashOutput KillShell KillBash Monitor write_stdin read_bash write_bash stop_bash \
            list_bash read_powershell write_powershell stop_powershell list_powershell read_agent list_agents \
            list_background_processes read_background_output
            skill: Skill skill activate_skill
            """);

    private Intent() {}

    /** The purpose of a call by the tool's name alone; of a shell, {@link #SHELL}. */
    public static String of(String tool) {
        var listed = BY_TOOL.get(tool);
        if (listed != null || Shell.runs(tool)) {
            return listed == null ? SHELL : listed;
        }
        var server = server(tool);
        var name = server == null ? tool : server;
        boolean isBrowser = server != null || name.contains("-browser") || name.contains("playwright-");
        if (isBrowser && isBrowser(name.toLowerCase(Locale.ROOT))) {
            return BROWSE;
        }
        return server == null ? tool : "mcp:" + server;
    }

    /** The purpose of a call; {@code command} is the command of a shell, null when absent. */
    static String of(String tool, String command) {
        return command == null || command.isEmpty() || !Shell.runs(tool) ? of(tool) : CommandIntent.of(command);
    }

    private static boolean isBrowser(String name) {
        return Stream.of("browser", "playwright", "chrome", "puppeteer").anyMatch(name::contains);
    }

    /** The server of an MCP tool; null for other tools. */
    private static String server(String tool) {
        int end = tool.startsWith(MCP) ? tool.indexOf("__", MCP.length()) : -1;
        return end <= MCP.length() ? null : tool.substring(MCP.length(), end);
    }
}
