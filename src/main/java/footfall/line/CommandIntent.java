package footfall.line;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The purpose of a command line: that of the first of its segments whose first word has a purpose. */
final class CommandIntent {
    private static final String RUN = "run";
    private static final String EDIT = "edit";
    private static final String TEST = "test";
    private static final String BUILD = "build";

    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=");
    private static final Pattern TIME = Pattern.compile("\\d+(\\.\\d+)?[smhd]?");
    private static final Set<String> PREFIXES = Set.of("sudo", "time", "nohup", "command", "env");
    private static final Set<String> WITHOUT_PURPOSE =
            Set.of(("cd pushd popd export set unset source . echo printf true false : pwd exit local declare shopt trap"
                            + " test [ if then else fi for do done while { } ( )")
                    .split(" "));

    private static final Map<String, String> BY_WORD = IntentWords.read("""
            git: git
            forge: gh glab hub
            edit: patch
            test: pytest jest vitest mocha ava karma rspec phpunit ctest nose2 playwright
            build: make cmake ninja meson gcc g++ clang cc javac rustc tsc eslint prettier biome ruff black isort \
            flake8 pylint mypy pyright golangci-lint gofmt shellcheck webpack rollup vite esbuild
            read: cat head tail less more nl wc od xxd file stat jq yq sed awk cut sort uniq tr column diff cmp md5sum \
            sha256sum get-content
            search: grep rg egrep fgrep find fd ls tree ag ack locate which whereis type du get-childitem select-string
            files: cp mv rm mkdir rmdir touch chmod chown ln tar zip unzip gzip gunzip tee install remove-item \
            copy-item new-item
            net: curl wget ssh scp rsync ping nc dig host
            ops: docker docker-compose podman kubectl helm terraform systemctl journalctl service psql mysql sqlite3 \
            redis-cli aws gcloud az ps kill pkill lsof ss netstat top df free crontab
            wait: sleep wait start-sleep
            """);

    /** Those that decide an intent without their arguments. */
    static final Set<String> PROGRAMS = BY_WORD.keySet();

    private static final Set<String> RUNNERS =
            Set.of(("npm pnpm yarn bun npx bunx pnpx deno node mise just task go cargo mvn mvnw gradle gradlew dotnet"
                            + " rake bundle tox nox uv uvx poetry pipenv hatch pdm python python3 py pip pip3 php"
                            + " composer swift zig mix stack cabal sbt turbo nx lerna")
                    .split(" "));

    private static final Set<String> RUNNER_VERBS = Set.of("run", "exec", "dlx", "x", "tool");
    private static final int ARGUMENTS_MAX = 3;
    private static final List<String> TEST_ARGUMENTS =
            List.of("test spec e2e pytest unittest vitest jest mocha playwright verify".split(" "));
    private static final List<String> BUILD_ARGUMENTS =
            List.of(("build compile package install ci lint fmt format vet clippy check typecheck type-check tsc eslint"
                            + " prettier biome ruff black mypy assemble bundle add sync generate webpack vite")
                    .split(" "));

    private CommandIntent() {}

    static String of(CommandWords command) {
        var words = decisive(command);
        return words == null ? RUN : ofSegment(words);
    }

    /** The words of the first segment with a purpose, without what stands before the program; null without one. */
    static List<String> decisive(CommandWords command) {
        for (int i = 0; command.segment(i) != null; i++) {
            var call = call(command.segment(i).words());
            if (!call.isEmpty() && !WITHOUT_PURPOSE.contains(baseName(call.get(0)))) {
                return call;
            }
        }
        return null;
    }

    /** A segment without what stands before its program; empty without one. */
    static List<String> call(List<String> words) {
        return words.subList(first(words), words.size());
    }

    static String ofSegment(List<String> words) {
        var word = baseName(words.get(0));
        var rest = words.subList(1, words.size());
        if (isInPlace(word, rest)) {
            return EDIT;
        }
        return RUNNERS.contains(word) ? ofRunner(rest) : BY_WORD.getOrDefault(word, RUN);
    }

    /** The position of the first word after assignments and prefixes. */
    private static int first(List<String> words) {
        int at = 0;
        while (at < words.size()) {
            var word = words.get(at);
            if (PREFIXES.contains(word)
                    || word.indexOf('=') > 0 && ASSIGNMENT.matcher(word).lookingAt()) {
                at++;
            } else if (word.equals("timeout")
                    && at + 1 < words.size()
                    && TIME.matcher(words.get(at + 1)).matches()) {
                at += 2;
            } else {
                return at;
            }
        }
        return at;
    }

    /** The lower-case name of a program without its folder and {@code .exe}. */
    static String baseName(String path) {
        var name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
                .toLowerCase(Locale.ROOT);
        return name.endsWith(".exe") ? name.substring(0, name.length() - ".exe".length()) : name;
    }

    private static boolean isInPlace(String word, List<String> arguments) {
        boolean isPerl = word.equals("perl");
        return (isPerl || word.equals("sed"))
                && arguments.stream().anyMatch(one -> one.startsWith("-i") || isPerl && one.startsWith("-pi"));
    }

    private static String ofRunner(List<String> words) {
        var arguments = new ArrayList<String>(ARGUMENTS_MAX);
        for (var word : words) {
            if (arguments.size() < ARGUMENTS_MAX && !word.startsWith("-") && !RUNNER_VERBS.contains(word)) {
                arguments.add(word);
            }
        }
        if (anyBegins(arguments, TEST_ARGUMENTS)) {
            return TEST;
        }
        return anyBegins(arguments, BUILD_ARGUMENTS) ? BUILD : RUN;
    }

    private static boolean anyBegins(List<String> arguments, List<String> words) {
        for (var argument : arguments) {
            for (var word : words) {
                if (argument.startsWith(word)) {
                    return true;
                }
            }
        }
        return false;
    }
}
