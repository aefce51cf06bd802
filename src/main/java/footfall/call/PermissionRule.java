package footfall.call;

import footfall.line.AskReason;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A rule and the calls that it matches. {@code allowed}: by a person who was asked, about a call that the rule covers;
 * {@code rejected}: by a person; {@code denied}: without
 * asking the user; {@code failed}: by the tool; {@code interrupted}: while it ran; {@code cancelled}: with another
 * call; {@code unanswered}: without a result in the file. A line with several commands is evidence for the rule of
 * each; a complex line for none. {@code lastUsed} may be null. {@code isDecided}: the transcripts say of a call who let
 * it run, as those of older agents do not.
 * {@code isAboveSecret}: a file in its folder may contain secrets.
 */
public record PermissionRule(
        String rule,
        long used,
        long ok,
        long allowed,
        long rejected,
        long denied,
        long failed,
        long interrupted,
        long cancelled,
        long unanswered,
        Instant lastUsed,
        boolean isDecided,
        boolean isAboveSecret) {
    /** What avoids questions that no rule avoids, of Claude Code 2.1.332. */
    static final Map<AskReason, String> HABITS = new EnumMap<>(Map.of(
            AskReason.TOO_COMPLEX, "put the commands into a script, and allow the script",
            AskReason.EXPANSION, "put assignments, variables and $(...) into a script, and allow the script",
            AskReason.CD_WRITE, "give paths instead of cd before a command that writes",
            AskReason.PATH, "allow Edit of the folder that a redirection writes to, or let a script write"));

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

    /** For a command, program and verb, that people allowed and rejected so often. */
    public static PermissionRule ofCommand(String command, long allowed, long rejected) {
        var rule = PermissionRuleFinder.ofCommand(command);
        return new PermissionRule(
                rule, allowed + rejected, allowed, allowed, rejected, 0, 0, 0, 0, 0, null, true, false);
    }

    /** Empty for a rule that would change nothing: nobody was asked. */
    public Optional<Proposal> proposal() {
        if (rejected >= DENY_MIN && rejected * 2 >= used) {
            return Optional.of(new Proposal(Level.DENY, "rejected at least every second time"));
        } else if (rejected > 0) {
            return Optional.of(new Proposal(Level.ASK, "rejected before"));
        } else if (isDecided && allowed == 0) {
            return Optional.empty();
        }
        return Optional.of(isDecided ? asked() : unknown());
    }

    private Proposal asked() {
        if (PermissionRuleFinder.isSecret(rule) || isAboveSecret) {
            return new Proposal(Level.ASK, "a file that it covers may contain secrets");
        } else if (FarReaching.covers(rule)) {
            return new Proposal(Level.ASK, "allowed " + times(allowed) + ", but it covers more than a rule should");
        } else if (allowed < ALLOW_MIN) {
            return new Proposal(Level.ASK, "allowed fewer than " + ALLOW_MIN + " times");
        }
        return new Proposal(Level.ALLOW, "a person allowed it " + times(allowed) + " and never rejected it");
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }

    /** Nothing says whether anybody was asked. */
    private Proposal unknown() {
        if (PermissionRuleFinder.isSecret(rule)) {
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
     * What no rule should allow, however often a person did: what runs any program or code, deletes, publishes, or
     * changes how the agent itself runs.
     */
    private static final class FarReaching {
        private static final Set<String> COMMANDS = Set.of(
                ("bash sh zsh dash ksh fish pwsh eval exec source xargs env sudo doas su nice nohup timeout watch "
                                + "parallel command time setsid stdbuf ssh scp rsync nc curl wget python node deno bun "
                                + "perl ruby php awk gawk sed find fd tee mv cp ln rm rmdir dd shred truncate kill "
                                + "pkill "
                                + "killall chmod chown crontab npx bunx uvx pipx docker podman aws gcloud az terraform "
                                + "helm osascript open xdg-open")
                        .split(" "));
        private static final Set<String> VERBS = Set.of(
                "apply",
                "clean",
                "config",
                "create",
                "delete",
                "deploy",
                "destroy",
                "dlx",
                "edit",
                "exec",
                "gc",
                "merge",
                "publish",
                "push",
                "reset",
                "restore",
                "rm",
                "run",
                "uninstall",
                "x",
                "api",
                "repo",
                "secret");
        private static final Pattern VERSION = Pattern.compile("[0-9.]+$");
        /** Below a folder of the project that is not hidden. One domain, or one tool of an MCP server. */
        private static final Pattern NARROW =
                Pattern.compile("(Read|Edit)\\(([A-Za-z0-9_][A-Za-z0-9_.-]*/)+(\\*\\*|[^/]+)\\)"
                        + "|WebFetch\\(domain:[A-Za-z0-9.-]+\\)|mcp__[A-Za-z0-9_-]+__[A-Za-z0-9_-]+");

        private FarReaching() {}

        /** A program with verbs, of which the rule names none, covers all of them. */
        static boolean covers(String rule) {
            var shell = PermissionRuleFinder.prefixOf(rule);
            if (shell == null) {
                return !NARROW.matcher(rule).matches();
            }
            var words = shell.split(" ");
            var program = VERSION.matcher(words[0].substring(words[0].lastIndexOf('/') + 1))
                    .replaceAll("");
            boolean isScript = words.length > 2 && words[1].equals("run"); // npm run test
            return COMMANDS.contains(program)
                    || words.length == 1 && PermissionRuleFinder.hasVerbs(program)
                    || !isScript && Arrays.stream(words).skip(1).anyMatch(VERBS::contains);
        }
    }

    /**
     * The closed list of what a permission rule may allow where nothing says whether a person was asked: commands and
     * tools that neither run another program nor write a file, whatever their arguments. A rule matches every line that
     * starts with its words, so one option that runs or writes ({@code find -exec}, {@code sort -o}, {@code git log
     * --output}, {@code rg --pre}, {@code printf -v}) excludes a command. So do frequent redirections ({@code echo},
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
