package footfall.call;

import footfall.line.Shell;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
            "mvn",
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
    private static final String SHELL_END = ":*)";

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
                rules.add(SHELL_START + prefix + SHELL_END);
            }
        }
        return List.copyOf(rules);
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
}
