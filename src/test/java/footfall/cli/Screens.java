package footfall.cli;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.text;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.desire.DesireRules;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Transcripts;
import footfall.view.Aliases;
import footfall.view.MergedAnswers.AnswerRules;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What each command prints on the terminal of this process, at three widths. A process of its own: a command asks the
 * system for the width of the terminal that it was started on.
 */
final class Screens {
    static final List<Integer> WIDTHS = List.of(80, 120, 200);

    private static final String SESSION = id(3);
    /** Of files; {@code $} is the first session. */
    private static final List<String> OF_FILES = List.of(
            "",
            "--help",
            "usage --from",
            "usage --from --by project,model",
            "turns --from",
            "turns $:0 --from",
            "patterns --from",
            "patterns --from --paths",
            "tools --from",
            "tools Bash --from",
            "desires --from",
            "desires --from --explain same-read:Read",
            "desires --from --loops",
            "desires --from --follows",
            "errors --from",
            "sessions --from",
            "sessions $ --from",
            "digest --from",
            "find upstream --from",
            "config",
            "prices opus",
            "prices --plans",
            "alias --list",
            "init --dry-run");

    private static final List<String> OF_A_PROCESSOR =
            List.of("turns --open", "alerts", "sessions", "ship --status --team", "turns", "desires", "usage");

    private static final List<String> PROJECTS =
            List.of("shop", "customer-portal-frontend", "mill", "agent-infrastructure-and-observability");
    private static final List<String> MODELS =
            List.of("claude-opus-4-5-20251101", "claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001");
    private static final List<Map<String, Object>> CALLS = List.of(
            use("Grep", Map.of("pattern", "overflow in the checkout", "path", "src/main")),
            use("Read", Map.of("file_path", "/w/shop/src/main/java/com/example/shop/checkout/CheckoutController.java")),
            use("Edit", Map.of("file_path", "/w/shop/src/main/java/com/example/shop/checkout/CheckoutController.java")),
            use("Bash", Map.of("command", "cargo test --workspace --all-features -- --nocapture checkout::totals")),
            use("mcp__github-enterprise__search_pull_requests", Map.of("query", "overflow")),
            use("Bash", Map.of("command", "git push origin HEAD:refs/heads/fix/overflow-of-the-order-total")),
            use("Read", Map.of("file_path", "/w/shop/漢字/説明書.md")));

    private Screens() {}

    public static void main(String... arguments) throws Exception {
        var home = Path.of(arguments[0]);
        write(home);
        var files = new FileTurns(
                Config.read(new Environment(Map.of("HOME", home.toString())), Config.Flags.NONE)
                        .turnRules(),
                new History(1, 1 << 26, ExcludedProjects.NONE));
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
        try (var folded = files.read(List.of(home.resolve(".claude")), NO_PROGRESS);
                var server = ProcessorRecords.serve(folded, rules, Optional.empty())) {
            for (int width : WIDTHS) {
                setWidth(width);
                var screens = new StringBuilder();
                OF_FILES.forEach(command -> screens.append(screen(home, command, List.of())));
                OF_A_PROCESSOR.forEach(command ->
                        screens.append(screen(home, command, List.of("--server", server.url()))
                                .replace(server.url(), "http://127.0.0.1:19080")));
                Files.writeString(home.resolve(width + ".txt"), screens);
            }
        }
    }

    private static void setWidth(int columns) throws IOException, InterruptedException {
        new ProcessBuilder("stty", "cols", "" + columns)
                .redirectInput(new File("/dev/tty"))
                .start()
                .waitFor();
    }

    private static String screen(Path home, String command, List<String> more) {
        var words = new ArrayList<String>();
        if (!command.isEmpty()) {
            words.addAll(List.of(command.replace("$", SESSION).split(" ")));
        }
        words.addAll(more);
        var ran = new Terminal(home).reading().with("NO_COLOR", "1").run(words.toArray(String[]::new));
        return ("$ footfall " + command).stripTrailing() + "\n" + ran.out()
                + ran.err().indent(4) + "\n";
    }

    private static Map<String, Object> use(String tool, Map<String, Object> input) {
        var use = Transcripts.use(tool, "");
        use.put("input", input);
        return use;
    }

    private static String id(int session) {
        return String.format("%08x-3c1d-4e5f-8a9b-0242ac120002", session * 0x9E3779B1);
    }

    /** Sessions of four projects over a week, with calls that fail and come again. */
    private static void write(Path home) throws IOException {
        for (int i = 0; i < 14; i++) {
            var project = PROJECTS.get(i % PROJECTS.size());
            long at = (i - 8) * 28_000L;
            var lines = session(id(i));
            for (int turn = 0; turn < 2 + i % 3; turn++) {
                lines.prompt(at, "Please find out why the total of a large order overflows in the checkout, part " + i)
                        .with("cwd", "/home/ada/work/" + project)
                        .with("version", "2.1.332")
                        .with("gitBranch", "main");
                for (int call = 0; call < (i == 3 ? 14 : 3 + i % 7 * turn); call++) {
                    var id = "t" + turn + "-" + call;
                    var use = new LinkedHashMap<>(CALLS.get((call + turn) % CALLS.size()));
                    use.put("id", id);
                    at += 7;
                    lines.assistant(at, "m" + id, text("I look at it."), use)
                            .inMessage("model", MODELS.get(i % MODELS.size()))
                            .usage(1_200 * (1 + i * i), 300 * (1 + call));
                    at += 1 + call % 5 * 20;
                    if (call % 2 == 1 && String.valueOf(use.get("input")).contains("git push")) {
                        lines.failed(at, id, "Exit code 1\nfatal: The current branch has no upstream branch.");
                    } else if (call % 2 == 1 && use.get("name").equals("Bash")) {
                        lines.failed(at, id, "Exit code 101\nerror[E0308]: mismatched types");
                    } else {
                        lines.result(at, id);
                    }
                }
                lines.endTurn(at + 5, "e" + turn).duration(at + 5, 9_000);
                at += 600;
            }
            var folder = Files.createDirectories(home.resolve(".claude/projects/-home-ada-work-" + project));
            Files.write(folder.resolve(id(i) + ".jsonl"), lines.bytes());
        }
    }
}
