package footfall.call;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The closed list of what a permission rule may allow: commands and tools that neither run another program
 * nor write a file, whatever their arguments are. A rule of the agent matches every line that begins with its
 * words, so one option that runs or writes ({@code find -exec}, {@code sort -o}, {@code git log --output},
 * {@code rg --pre}, {@code printf -v}) keeps a command off the list. So do commands that are mostly used with
 * a redirection ({@code echo}, {@code cat}), and those whose name begins the name of a command that writes.
 */
final class ReadOnly {
  private static final Set<String> COMMANDS = Set.of("ls", "pwd", "head", "tail", "wc", "stat", "df", "uname",
      "whoami", "uptime", "basename", "dirname", "realpath", "readlink", "which", "cut", "fold", "paste",
      "cmp", "grep", "egrep", "fgrep", "jq", "cksum", "md5sum", "sha1sum", "sha256sum", "git status",
      "git ls-files", "git ls-tree", "git rev-parse", "git merge-base", "git check-ignore", "git show-ref",
      "git name-rev", "git count-objects");
  /** Everything that an MCP server offers is unknown; what starts an agent or a program is not listed. */
  private static final Set<String> TOOLS = Set.of("Glob", "Grep", "LS", "TodoRead", "TaskList", "TaskGet");
  /** Below a folder of the project that is not hidden: outside of it are the files of others, and secrets. */
  private static final Pattern READ = Pattern.compile("Read\\([A-Za-z0-9_][A-Za-z0-9_.-]*/\\*\\*\\)");

  private ReadOnly() {}

  /** {@code rule}: in the agent's syntax. */
  static boolean covers(String rule) {
    var shell = PermissionRuleFinder.prefixOf(rule);
    return shell == null ? TOOLS.contains(rule) || READ.matcher(rule).matches() : COMMANDS.contains(shell);
  }
}
