package footfall.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The name of a command line: the program of the segment that decides its {@link CommandIntent}, and its verb, as
 * {@code cargo test}. Only words of these lists, which are those of well-known programs; any other may be a secret.
 */
public final class CommandName {
    /** Programs without a verb that counts, besides those that decide an intent. */
    private static final Set<String> PLAIN = Set.of(
            "act awk bash claude conda date node perl pgrep printenv python python3 ruby seq sh xargs zsh".split(" "));

    private static final String SCRIPTS = "add build ci dev install lint run start test";
    private static final String TARGETS = "all build check clean format install lint run test";
    private static final String CONTAINERS = "build compose down exec images inspect logs ps pull push rm run stop up";

    /** Programs, and the verbs that count; a program alone is a name, too. */
    private static final Map<String, Set<String>> VERBS = verbs("""
            git: add apply bisect blame branch cat-file check-ignore checkout cherry-pick clean clone commit config \
            describe diff fetch for-each-ref grep init log ls-files ls-remote ls-tree merge merge-base mv pull push \
            rebase remote reset restore rev-list rev-parse revert rm show stash status submodule switch tag worktree
            bd: close create dep list ready show sync update
            tmux: attach capture-pane kill-session list-panes list-sessions list-windows new-session send-keys
            gh: api auth browse issue pr release repo run search workflow
            glab: api auth ci issue mr release repo
            npm pnpm yarn bun: %1$s audit dlx exec outdated pack publish remove search update view why x
            npx bunx pnpx: biome eslint jest playwright prettier prisma tsc tsx vite vitest
            deno: bench check fmt lint run task test
            cargo: add audit bench build check clean clippy doc fmt install nextest publish run test tree update
            go: build clean doc env fmt generate get install list mod run test tool vet work
            mvn mvnw: clean compile deploy install package site test test-compile verify
            gradle gradlew: assemble build check clean run test
            dotnet: add build clean format publish restore run test
            pip pip3: download freeze install list show uninstall
            uv: add lock pip run sync tool venv
            poetry pipenv pdm hatch: add build install lock run shell test update
            mix: compile credo deps.compile deps.get dialyzer ecto.migrate format phx.server run test
            rake bundle composer php rails: %1$s exec migrate require update
            make just task mise nx turbo lerna: %2$s
            stack cabal sbt swift zig tox nox: %2$s bench compile
            docker podman docker-compose: %3$s
            kubectl: apply config cp create delete describe exec get logs patch port-forward rollout scale top
            helm: dependency install lint list rollback status template uninstall upgrade
            terraform: apply destroy fmt import init output plan show state validate
            systemctl service: enable reload restart start status stop
            brew apt apt-get: info install list remove search update upgrade
            """.formatted(SCRIPTS, TARGETS, CONTAINERS));

    /** Options with a value before the verb. */
    private static final Set<String> VALUED = Set.of("-C", "-c", "-n", "--namespace", "--context", "--prefix", "-f");

    /** Names of commands that change nothing. */
    private static final Set<String> LOOKING = Set.of(
            "git blame",
            "git describe",
            "git diff",
            "git grep",
            "git log",
            "git ls-files",
            "git rev-parse",
            "git show",
            "git status",
            "docker images",
            "docker inspect",
            "docker ps",
            "kubectl describe",
            "kubectl get");

    private static final Set<String> PRINTING = Set.of("echo", "printf", "true", "pwd");

    /** Arguments by which a command that searches or reads acts. */
    private static final Set<String> ACTING = Set.of("-delete", "-exec", "-execdir", "-ok", "-o", "--output");

    /** Programs that run another one in an environment, and the word before it. */
    private static final Map<String, String> ENVIRONMENTS = Map.of(
            "uv", "run", "poetry", "run", "pipenv", "run", "pdm", "run", "hatch", "run", "python", "-m", "python3",
            "-m");

    /** As in {@code uv run python -m pytest}. */
    private static final int ENVIRONMENTS_MAX = 2;

    private CommandName() {}

    private static Map<String, Set<String>> verbs(String table) {
        var verbs = new HashMap<String, Set<String>>();
        table.lines().forEach(line -> {
            int colon = line.indexOf(':');
            var all = Set.copyOf(List.of(line.substring(colon + 1).strip().split(" ")));
            for (var program : line.substring(0, colon).split(" ")) {
                verbs.put(program, all);
            }
        });
        return Map.copyOf(verbs);
    }

    /** Null when the tool is no shell, or the command is unknown; {@code command} is null when absent. */
    static String of(String tool, CommandWords command) {
        var words = command == null || !Shell.runs(tool) ? null : CommandIntent.decisive(command);
        var name = words == null ? null : of(words);
        // What is added is to be committed, and that is what fails.
        return "git add".equals(name) && calls(command).contains("git commit") ? "git commit" : name;
    }

    /** The names of all segments; null for one without a name. */
    private static List<String> calls(CommandWords command) {
        var names = new ArrayList<String>();
        for (int i = 0; command.segment(i) != null; i++) {
            var call = CommandIntent.call(command.segment(i).words());
            names.add(call.isEmpty() ? null : of(call));
        }
        return names;
    }

    /** Whether a command only looks: each of its segments does, and none writes into a file or runs on. */
    public static boolean looks(String command) {
        return looks(new CommandWords(command));
    }

    static boolean looks(CommandWords command) {
        if (command.command().contains("$(") || command.command().indexOf('`') >= 0) {
            return false;
        }
        for (int i = 0; command.segment(i) != null; i++) {
            var segment = command.segment(i);
            var call = CommandIntent.call(segment.words());
            boolean isQuiet = call.isEmpty() || PRINTING.contains(CommandIntent.baseName(call.get(0)));
            if (!isQuiet && !isLook(call)
                    || segment.isWriting()
                    || segment.words().contains("&")) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLook(List<String> call) {
        var intent = CommandIntent.ofSegment(call);
        boolean isReading = intent.equals(Intent.READ) || intent.equals(Intent.SEARCH);
        var name = of(call);
        return isReading && call.stream().noneMatch(word -> isActing(call.get(0), word))
                || name != null && LOOKING.contains(name);
    }

    /** A script of awk may write. */
    private static boolean isActing(String program, String word) {
        return ACTING.contains(word) || CommandIntent.baseName(program).equals("awk") && word.indexOf('>') >= 0;
    }

    /** The name of one segment; of a command in an environment that of the command. */
    static String of(List<String> words) {
        var called = words;
        int inner = inner(called);
        for (int depth = 0; inner > 0 && depth < ENVIRONMENTS_MAX; depth++) {
            called = called.subList(inner, called.size());
            inner = inner(called);
        }
        return ofProgram(CommandIntent.baseName(called.get(0)), called);
    }

    private static String ofProgram(String program, List<String> words) {
        var verbs = VERBS.get(program);
        if (verbs == null) {
            return isPlain(program) ? program : null;
        }
        boolean isValue = false;
        for (var word : words.subList(1, words.size())) {
            if (isValue) {
                isValue = false;
            } else if (VALUED.contains(word)) {
                isValue = true;
            } else if (verbs.contains(word.toLowerCase(Locale.ROOT))) {
                return program + " " + word.toLowerCase(Locale.ROOT);
            } else if (!isOption(word)) {
                return program;
            }
        }
        return program;
    }

    /** Also the folder or the module behind an option, as in {@code git -C folder status}. */
    private static boolean isOption(String word) {
        return word.startsWith("-") || word.startsWith("+") || word.indexOf('/') >= 0 || word.equals(".");
    }

    /** Where what {@code uv run} or {@code python -m} runs begins; only options may stand before; 0 for nowhere. */
    private static int inner(List<String> words) {
        var runs = ENVIRONMENTS.get(CommandIntent.baseName(words.get(0)));
        int at = 1;
        while (runs != null
                && at < words.size()
                && !words.get(at).equals(runs)
                && words.get(at).startsWith("-")) {
            at++;
        }
        if (runs == null || at >= words.size() || !words.get(at).equals(runs)) {
            return 0;
        }
        at++;
        while (at < words.size() && words.get(at).startsWith("-")) {
            at++;
        }
        return at < words.size() ? at : 0;
    }

    private static boolean isPlain(String program) {
        return PLAIN.contains(program) || CommandIntent.PROGRAMS.contains(program);
    }

    static boolean hasVerbs(String program) {
        return VERBS.containsKey(program);
    }

    /** All words that names are made of. */
    static Set<String> words() {
        var words = new TreeSet<String>(PLAIN);
        words.addAll(CommandIntent.PROGRAMS);
        VERBS.forEach((program, verbs) -> {
            words.add(program);
            words.addAll(verbs);
        });
        return words;
    }

    /** Whether it is a name of these lists; a program that has verbs may stand alone. */
    public static boolean isKnown(String name) {
        if (name == null || isPlain(name) || VERBS.containsKey(name)) {
            return name != null;
        }
        int blank = name.indexOf(' ');
        return blank > 0
                && VERBS.getOrDefault(name.substring(0, blank), Set.of()).contains(name.substring(blank + 1));
    }
}
