package footfall.call;

import java.time.Instant;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A rule and the calls that it matches. {@code rejected}: by the user; {@code denied}: without
 * asking the user; {@code failed}: by the tool; {@code interrupted}: while it ran; {@code cancelled}: with another
 * call; {@code unanswered}: without a result in the file. A line with several commands is evidence for the rule of
 * each; a complex line for none. {@code lastUsed} may be null.
 * {@code isAboveSecret}: a file in its folder may contain secrets.
 */
public record PermissionRule(
        String rule,
        long used,
        long ok,
        long rejected,
        long denied,
        long failed,
        long interrupted,
        long cancelled,
        long unanswered,
        Instant lastUsed,
        boolean isAboveSecret) {
    /** Fewer calls are not enough evidence for allow. */
    static final int ALLOW_MIN = 3;

    static final int DENY_MIN = 2;

    /** The proposed levels. */
    public enum Level {
        ALLOW,
        ASK,
        DENY
    }

    /** A proposal with its reason in a few words. */
    public record Proposal(Level level, String because) {}

    public Proposal proposal() {
        if (rejected >= DENY_MIN && rejected * 2 >= used) {
            return new Proposal(Level.DENY, "rejected at least every second time");
        } else if (rejected > 0) {
            return new Proposal(Level.ASK, "rejected before");
        } else if (PermissionRuleFinder.isSecret(rule)) {
            return new Proposal(Level.ASK, "may contain secrets");
        } else if (isAboveSecret) {
            return new Proposal(Level.ASK, "a file in this folder may contain secrets");
        } else if (!ReadOnly.covers(rule)) {
            return new Proposal(Level.ASK, "not on the list of read-only commands and tools");
        } else if (used < ALLOW_MIN) {
            return new Proposal(Level.ASK, "used fewer than " + ALLOW_MIN + " times");
        } else if (ok == 0) {
            return new Proposal(Level.ASK, "never succeeded");
        }
        return new Proposal(Level.ALLOW, "read-only, used and never rejected");
    }

    /**
     * The closed list of what a permission rule may allow: commands and tools that neither run another program
     * nor write a file, whatever their arguments. A rule matches every line that starts with its words, so one
     * option that runs or writes ({@code find -exec}, {@code sort -o}, {@code git log --output},
     * {@code rg --pre}, {@code printf -v}) excludes a command. So do frequent redirections ({@code echo},
     * {@code cat}), and a name that is a prefix of a command that writes.
     */
    private static final class ReadOnly {
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
}
