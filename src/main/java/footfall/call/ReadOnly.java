package footfall.call;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The closed list of what a permission rule may allow: commands and tools that neither run another program
 * nor write a file, whatever their arguments. A rule matches every line that starts with its words, so one
 * option that runs or writes ({@code find -exec}, {@code sort -o}, {@code git log --output},
 * {@code rg --pre}, {@code printf -v}) excludes a command. So do frequent redirections ({@code echo},
 * {@code cat}), and a name that is a prefix of a command that writes.
 */
final class ReadOnly {
    private static final Set<String> COMMANDS = Set.of(
            "ls",
            "pwd",
            "head",
            "tail",
            "wc",
            "stat",
            "df",
            "uname",
            "whoami",
            "uptime",
            "basename",
            "dirname",
            "realpath",
            "readlink",
            "which",
            "cut",
            "fold",
            "paste",
            "cmp",
            "grep",
            "egrep",
            "fgrep",
            "jq",
            "cksum",
            "md5sum",
            "sha1sum",
            "sha256sum",
            "git status",
            "git ls-files",
            "git ls-tree",
            "git rev-parse",
            "git merge-base",
            "git check-ignore",
            "git show-ref",
            "git name-rev",
            "git count-objects");
    /** MCP tools are unknown; tools that start an agent or a program are not listed. */
    private static final Set<String> TOOLS = Set.of("Glob", "Grep", "LS", "TodoRead", "TaskList", "TaskGet");
    /** Only non-hidden files in the project: others may contain secrets. */
    private static final Pattern READ = Pattern.compile("Read\\([A-Za-z0-9_][A-Za-z0-9_.-]*/\\*\\*\\)");

    private ReadOnly() {}

    /** {@code rule}: in the agent's syntax. */
    static boolean covers(String rule) {
        var shell = PermissionRuleFinder.prefixOf(rule);
        return shell == null ? TOOLS.contains(rule) || READ.matcher(rule).matches() : COMMANDS.contains(shell);
    }
}
