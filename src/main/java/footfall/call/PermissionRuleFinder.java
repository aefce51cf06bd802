package footfall.call;

import footfall.line.Shell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the permission rules, in the agent's own syntax, that match a call. No rule is returned where none
 * would be safe (a word with a wildcard or a parenthesis, a path with {@code ..}).
 */
final class PermissionRuleFinder {
    private static final Pattern COMMAND = Pattern.compile("[A-Za-z0-9_./~][A-Za-z0-9_./+@~-]{0,99}");
    private static final Pattern PATH = Pattern.compile("[^*?\\[\\]{}()!\\\\\\p{Cntrl}]{1,1000}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:@/-]{1,200}");
    private static final Pattern SECRET = Pattern.compile(
            "\\.env.*|id_(rsa|dsa|ecdsa|ed25519).*|.*\\.(pem|key|p12|pfx|jks|keystore|kdbx)|"
                    + "\\.(netrc|npmrc|pgpass)|.*credentials.*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern SECRET_FOLDER = Pattern.compile(
            ".*(secret|credential|password|passwd|vault|api[_-]?key|keystore).*|"
                    + "(.*[^a-z])?(keys?|private|ssh|gnupg|aws|tokens?|certs?)([^a-z].*)?",
            Pattern.CASE_INSENSITIVE);
    /** Commands whose second word is a subcommand. */
    private static final Set<String> WITH_COMMANDS = Set.of(
            "git",
            "gh",
            "npm",
            "npx",
            "pnpm",
            "yarn",
            "bun",
            "deno",
            "cargo",
            "go",
            "docker",
            "docker-compose",
            "kubectl",
            "helm",
            "terraform",
            "pip",
            "pip3",
            "uv",
            "poetry",
            "gradle",
            "make",
            "systemctl",
            "brew",
            "apt",
            "apt-get",
            "aws",
            "gcloud",
            "dotnet");
    /** Commands whose third word is one, too. */
    private static final Set<String> WITH_MORE = Set.of(
            "npm run", "pnpm run", "yarn run", "bun run", "docker compose", "gh pr", "gh issue", "gh repo", "gh run");
    /** They change or test only the state of the shell and need no rule. */
    private static final Set<String> WITHOUT_RULE = Set.of("cd", "true", "false");

    private static final String SHELL_START = "Bash(";
    private static final String SHELL_END = " *)";

    private PermissionRuleFinder() {}

    /** For a call on one file, see {@link #file}. */
    static List<String> call(String tool, Map<String, String> input) {
        return switch (tool) {
            case Shell.TOOL -> shell(input.get("command"));
            case "WebFetch" -> named("WebFetch", "domain:", host(input.get("url")));
            case "Skill" -> named("Skill", "", input.getOrDefault("skill", input.get("command")));
            case "Task", "Agent" -> named(tool, "", input.get("subagent_type"));
            default -> NAME.matcher(tool).matches() ? List.of(tool) : List.of();
        };
    }

    private static List<String> named(String tool, String prefix, String name) {
        boolean isPlain = name != null && NAME.matcher(name).matches();
        return isPlain ? List.of(tool + "(" + prefix + name + ")") : List.of();
    }

    private static String host(String url) {
        int from = url == null ? -1 : url.indexOf("://");
        if (from < 0) {
            return null;
        }
        var rest = url.substring(from + 3).split("[/?#]", 2)[0];
        return rest.substring(rest.lastIndexOf('@') + 1).split(":", 2)[0];
    }

    /** One rule per command; none when the line is complex. */
    private static List<String> shell(String line) {
        var rules = new LinkedHashSet<String>();
        for (var command : line == null
                ? List.<List<String>>of()
                : ShellLine.commands(line).orElse(List.of())) {
            var prefix = prefix(command);
            if (prefix != null) {
                rules.add(ofCommand(prefix));
            }
        }
        return List.copyOf(rules);
    }

    static String ofCommand(String words) {
        return SHELL_START + words + SHELL_END;
    }

    /** The words of a rule for command lines; null for any other rule. */
    static String prefixOf(String rule) {
        boolean isShell = rule.startsWith(SHELL_START) && rule.endsWith(SHELL_END);
        return isShell ? rule.substring(SHELL_START.length(), rule.length() - SHELL_END.length()) : null;
    }

    /** The words that identify the command; null when they do not. */
    private static String prefix(List<String> words) {
        var prefix = words.get(0);
        if (!COMMAND.matcher(prefix).matches() || WITHOUT_RULE.contains(prefix)) {
            return null;
        }
        if (WITH_COMMANDS.contains(prefix) && isCommand(words, 1)) {
            prefix += " " + words.get(1);
            prefix += WITH_MORE.contains(prefix) && isCommand(words, 2) ? " " + words.get(2) : "";
        }
        return prefix;
    }

    /** Whether the second word of its commands is a subcommand. */
    static boolean hasVerbs(String program) {
        return WITH_COMMANDS.contains(program);
    }

    private static boolean isCommand(List<String> words, int index) {
        return words.size() > index && COMMAND.matcher(words.get(index)).matches();
    }

    /** For a call on one file; {@code root}, the project's folder, may be null. */
    static List<String> file(String tool, String path, String root) {
        if (!PATH.matcher(path).matches() || ("/" + path + "/").contains("/../")) {
            return List.of();
        }
        var folder = root == null || root.endsWith("/") ? root : root + "/";
        var place = folder != null && path.startsWith(folder) ? path.substring(folder.length()) : path;
        while (!place.startsWith("/") && place.startsWith("./")) {
            place = place.substring(2);
        }
        var file = place.substring(place.lastIndexOf('/') + 1);
        var rule = SECRET.matcher(file).matches() ? anchored(place) : folder(place);
        return List.of((tool.equals("Read") ? "Read(" : "Edit(") + rule + ")"); // Edit covers all writes.
    }

    /** An absolute path in a rule starts with two slashes. */
    private static String anchored(String place) {
        return place.startsWith("/") ? "/" + place : place.indexOf('/') < 0 ? "./" + place : place;
    }

    /** {@code src/**}, down to a folder that suggests secrets; outside a project the own folder. */
    private static String folder(String place) {
        if (place.startsWith("/")) {
            return "/" + place.substring(0, place.lastIndexOf('/')) + "/*";
        }
        int first = place.indexOf('/');
        for (int from = 0, end = first; end >= 0; from = end + 1, end = place.indexOf('/', from)) {
            if (isSecretFolder(place.substring(from, end))) {
                return place.substring(0, end) + "/**";
            }
        }
        return first < 0 ? "./*" : place.substring(0, first) + "/**";
    }

    private static boolean isSecretFolder(String name) {
        return SECRET_FOLDER.matcher(name).matches();
    }

    /** Whether it names a file or a folder whose name suggests secrets. */
    static boolean isSecret(String rule) {
        var path = path(rule);
        if (path == null) {
            return false;
        }
        int file = path.lastIndexOf('/') + 1;
        return SECRET.matcher(path.substring(file)).matches()
                || Arrays.stream(path.substring(0, file).split("/")).anyMatch(PermissionRuleFinder::isSecretFolder);
    }

    /** The project folder that contains the path; null when none does. */
    static String folderOf(String rule) {
        var path = path(rule);
        int end = path == null ? -1 : path.indexOf('/');
        return end < 1 ? null : path.substring(0, end);
    }

    private static String path(String rule) {
        boolean isPath = rule.startsWith("Read(") || rule.startsWith("Edit(");
        return isPath ? rule.substring(rule.indexOf('(') + 1, rule.length() - 1) : null;
    }

    /**
     * The commands of a shell line that consists only of words, quotes, {@code &&}, {@code ||}, {@code ;} and
     * {@code |}, with comments before or after them. Any other line is complex (substitutions, redirections,
     * here-documents, subshells, loops, groups, conditions, assignments, background commands, several lines) and is not
     * parsed.
     */
    static final class ShellLine {
        /** Special characters outside quotes. */
        private static final String COMPLEX = "$`<>(){}\n\r";
        /** Special characters inside double quotes. */
        private static final String COMPLEX_IN_QUOTES = "$`";

        private static final Set<String> GRAMMAR = Set.of(
                "if",
                "then",
                "elif",
                "else",
                "fi",
                "for",
                "while",
                "until",
                "do",
                "done",
                "case",
                "esac",
                "in",
                "select",
                "function",
                "time",
                "coproc",
                "!",
                "[[");
        private final String line;
        private final List<List<String>> commands = new ArrayList<>();
        private List<String> words = new ArrayList<>();
        private StringBuilder word;
        private int at;

        private ShellLine(String line) {
            this.line = line;
        }

        /** The words of each command in order, without quotes; empty when the line is complex. */
        static Optional<List<List<String>>> commands(String line) {
            var reader = new ShellLine(line.strip());
            return reader.readLine() ? Optional.of(List.copyOf(reader.commands)) : Optional.empty();
        }

        private boolean readLine() {
            while (at < line.length()) {
                char c = line.charAt(at++);
                boolean isRead = switch (c) {
                    case ' ', '\t' -> finishWord();
                    case '\'' -> readSingleQuotes();
                    case '"' -> readDoubleQuotes();
                    case '\\' -> readEscape();
                    case ';', '|', '&' -> readOperator(c);
                    case '#' -> word == null ? skipComment() : append(c);
                    default -> COMPLEX.indexOf(c) < 0 && append(c);
                };
                if (!isRead) {
                    return false;
                }
            }
            // A line may end with a semicolon, but with no other operator.
            return finishWord() && (words.isEmpty() ? !line.endsWith("|") && !line.endsWith("&") : endCommand());
        }

        private boolean append(char c) {
            word = word == null ? new StringBuilder() : word;
            word.append(c);
            return true;
        }

        private boolean readSingleQuotes() {
            int end = line.indexOf('\'', at);
            if (end < 0) {
                return false;
            }
            word = word == null ? new StringBuilder() : word;
            word.append(line, at, end);
            at = end + 1;
            return true;
        }

        private boolean readDoubleQuotes() {
            word = word == null ? new StringBuilder() : word;
            while (at < line.length()) {
                char c = line.charAt(at++);
                if (c == '"') {
                    return true;
                } else if (COMPLEX_IN_QUOTES.indexOf(c) >= 0) {
                    return false;
                }
                if (c == '\\' && at < line.length() && line.charAt(at) == '\n') {
                    at++;
                    continue;
                }
                boolean isEscape = c == '\\' && at < line.length() && "\"\\$`".indexOf(line.charAt(at)) >= 0;
                append(isEscape ? line.charAt(at++) : c);
            }
            return false;
        }

        /** A backslash before a line break joins the lines. */
        private boolean readEscape() {
            if (at == line.length()) {
                return false;
            }
            char c = line.charAt(at++);
            return c == '\n' || append(c);
        }

        /** Also skips the line break if no command is before the comment. */
        private boolean skipComment() {
            int end = line.indexOf('\n', at);
            at = end < 0 ? line.length() : end;
            while (commands.isEmpty() && words.isEmpty() && at < line.length() && line.charAt(at) == '\n') {
                at++;
            }
            return true;
        }

        private boolean readOperator(char c) {
            if (at < line.length() && line.charAt(at) == c) {
                at++;
                return c != ';' && finishWord() && endCommand();
            }
            return c != '&' && finishWord() && endCommand();
        }

        /** Always true, so that it can be part of a condition. */
        private boolean finishWord() {
            if (word != null) {
                words.add(word.toString());
                word = null;
            }
            return true;
        }

        /** Also refuses an operator without a command before it. */
        private boolean endCommand() {
            if (words.isEmpty()
                    || GRAMMAR.contains(words.get(0))
                    || words.get(0).indexOf('=') >= 0) {
                return false;
            }
            commands.add(List.copyOf(words));
            words = new ArrayList<>();
            return true;
        }
    }
}
