package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** What is said about all commands together: help, completion, manual pages. */
class CommandsTest {
    private static final List<String> COMMANDS = List.of(
            "up",
            "stream",
            "ship",
            "relay",
            "turns",
            "patterns",
            "desires",
            "sessions",
            "export",
            "topics",
            "client-properties",
            "init",
            "config",
            "completion",
            "man",
            "help");

    @TempDir
    Path folder;

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void theHelpListsEveryCommandAndEachHasExamplesOfItsOwn() {
        assertThat(COMMANDS).allSatisfy(command -> {
            assertThat(run("--help", "--all").out()).containsPattern("(?m)^  " + command + " ");
            assertThat(run(command, "--help")).satisfies(ran -> {
                assertThat(ran.exit()).isZero();
                assertThat(ran.out()).contains("Examples:\n  ").contains("footfall " + command);
            });
        });
    }

    @Test
    void helpSaysWhichListsStopAtTwentyRows() {
        for (var command : List.of("turns", "sessions", "alerts", "errors", "patterns")) {
            assertThat(run(command, "--help").out()).as(command).contains("20 in a table");
        }
    }

    @Test
    void helpFitsAScreenOfFortyLinesOfEightyColumnsAndNamesEachOption() {
        new Terminal(folder).run(console -> {
            every(Main.of(console).setUsageHelpWidth(80)).forEach(command -> {
                var help = command.getUsageMessage();
                assertThat(help.lines().count()).as(help).isLessThanOrEqualTo(40);
                if (command.getParent() != null) {
                    command.getCommandSpec().options().stream()
                            .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp())
                            .forEach(option -> assertThat(help).contains(option.longestName()));
                }
            });
            every(Main.whole(console)).forEach(command -> {
                var whole = command.getUsageMessage();
                command.getCommandSpec().options().stream()
                        .filter(option -> !option.hidden())
                        .forEach(option ->
                                assertThat(whole).contains(option.longestName()).contains(lastWord(option)));
            });
            return 0;
        });
    }

    @Test
    void helpHasTheUsualOptionsFirstAndThoseThatSelectAndConnectInGroups() {
        assertThat(run("tools", "--help").out()).contains("""
                  [TOOL]             The name of one tool.
              -f, --from[=PATH...]   Read the transcripts in PATH.
                  --sort=ORDER       The order, the largest first.
              -n, --top=N            Print the first N rows instead of all, or of 20 in a table that says so.
            More options: --level
            Filters: --since, --until, --session, --project, --host, --user, --agent, --agent-version, --tool,
            --outcome, --turn-outcome, --category, --intent, --next, --next-intent, --model, --min-length,
            --max-length, --pattern, --failed
            Output: --json, --csv
            Connection and settings: --server, --token, --cacert, --settings, --set, --no-cache, --quiet
            All options and examples: footfall tools --help --all
            """);
        assertThat(run("desires", "--help", "--all").out())
                .containsSubsequence(
                        "\nOptions:\n  -f, --from",
                        "\nMore options:\n      --coverage",
                        "\nFilters:\n      --since",
                        "\nOutput:\n      --json",
                        "\nConnection and settings:\n      --server",
                        "\nExamples:\n");
    }

    private static String lastWord(ArgSpec option) {
        var words = String.join(" ", option.description()).split(" ");
        return words[words.length - 1];
    }

    @Test
    void theHelpListsCommandsByWhatTheyAreForAndTheRareOnesWithAll() {
        assertThat(run("--help").out())
                .contains("Most used:\n  up ", "Follow:\n  watch ", "Ask:\n  digest ", "Look closely:\n  find ")
                .contains("Team:\n  ship ", "Set up:\n  init ")
                .endsWith("""

                        Examples:
                          footfall                  what runs, what it cost, what went wrong most
                          footfall usage --from     sum tokens and cost by day, from the transcripts
                          footfall desires --from   rank what agents struggle with
                        """.indent(0).replaceFirst("^\n", ""))
                .doesNotContain("client-properties");
        assertThat(run("--help", "--all").out()).contains("client-properties", "completion");
        assertThat(run("help", "turns", "--all")).isEqualTo(run("turns", "--help", "--all"));
        assertThat(run("turns", "--all").err()).contains("unknown option: --all");
    }

    @Test
    void helpTextsAreFormatsWithoutArgumentsAsPicocliTakesThem() {
        assertThat(COMMANDS).allSatisfy(command -> {
            var usage = Main.whole(Console.ofProcess())
                    .getSubcommands()
                    .get(command)
                    .getCommandSpec()
                    .usageMessage();
            var texts = Stream.of(usage.header(), usage.description(), usage.footer())
                    .flatMap(Arrays::stream);
            assertThat(texts).allSatisfy(text -> assertThat(String.format(text)).isNotNull());
            assertThat(run(command, "--help").out().lines()).allMatch(line -> line.length() <= 100);
        });
    }

    /** Each at a width, by name. */
    private Map<String, String> helps(int width) {
        var helps = new TreeMap<String, String>();
        new Terminal(folder).run(console -> {
            var root = Main.whole(console).setUsageHelpWidth(width);
            every(root)
                    .forEach(command -> helps.put(command.getCommandSpec().qualifiedName(), command.getUsageMessage()));
            return 0;
        });
        return helps;
    }

    private static Stream<CommandLine> every(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CommandsTest::every));
    }

    @Test
    void helpFitsAScreenOfAnyWidthButForCommandsThatAreToBeCopied() {
        for (int width : List.of(60, 80, 100)) {
            helps(width).forEach((name, help) -> {
                assertThat(help.lines().filter(line -> !line.matches(" {2}(\\S+=\\S+ |\\S+ <\\()?footfall .*")))
                        .as(name)
                        .allMatch(line -> line.length() <= width);
            });
        }
    }

    @Test
    void sentencesAreWrappedAsAWhole() {
        new Terminal(folder).run(console -> {
            every(Main.whole(console)).forEach(command -> {
                var spec = command.getCommandSpec();
                var texts = Stream.concat(
                                Stream.of(
                                        spec.usageMessage().header(),
                                        spec.usageMessage().description()),
                                spec.args().stream().map(ArgSpec::description))
                        .flatMap(Arrays::stream);
                assertThat(texts).as(spec.qualifiedName()).allMatch(text -> text.endsWith("."));
            });
            return 0;
        });
    }

    @Test
    void whatIsSaidOfExamplesStandsBesideThemOrBelow() {
        assertThat(examples("footfall patterns", 100)).isEqualTo("""
          footfall patterns --from           PATTERN COUNT AVG_LENGTH SESSIONS
          footfall patterns --from --tools   RANK PATTERN COUNT ... ALIAS FAILURES
          footfall patterns --from DIR --top 5 --since 30d
        """);
        assertThat(examples("footfall patterns", 60)).isEqualTo("""
          footfall patterns --from
              PATTERN COUNT AVG_LENGTH SESSIONS
          footfall patterns --from --tools
              RANK PATTERN COUNT ... ALIAS FAILURES
          footfall patterns --from DIR --top 5 --since 30d
        """);
    }

    private String examples(String command, int width) {
        var help = helps(width).get(command);
        return help.substring(help.indexOf("Examples:\n") + "Examples:\n".length());
    }

    @Test
    void helpOfACommandIsWhatTheCommandSaysOfItself() {
        assertThat(run("help")).isEqualTo(run("--help"));
        assertThat(run("help", "turns")).isEqualTo(run("turns", "--help"));
        assertThat(run("help", "topics", "create")).isEqualTo(run("topics", "create", "--help"));
        assertThat(run("help", "desire"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: unknown command: desire\n"
                                + "footfall: did you mean desires?\nfootfall: see 'footfall --help'\n"));
    }

    @Test
    void theCompletionsKnowEveryCommandAndShellsTakeThem() throws Exception {
        for (var shell : List.of("bash", "zsh")) {
            var script = run("completion", shell).out();
            assertThat(COMMANDS)
                    .allSatisfy(
                            command -> assertThat(script).containsPattern("commands=\"[^\"]*\\b" + command + "\\b"));
            assertThat(script).contains("--min-length").contains("--demo").contains("--application-id");
        }
        Assumptions.assumeTrue(Files.exists(Path.of("/bin/bash")), "there is no /bin/bash");
        var file = Files.writeString(
                folder.resolve("footfall.bash"), run("completion", "bash").out());
        assertThat(new ProcessBuilder("/bin/bash", "-n", file.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        assertThat(run("completion", "fish"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: invalid shell \"fish\"; expected "
                                + "bash or zsh\nfootfall: see 'footfall completion --help'\n"));
    }

    @Test
    void whatBashCompletesIsWhatTheOptionsTake() throws Exception {
        assertThat(completed("footfall", "des")).containsExactly("desires");
        assertThat(completed("footfall", "topics", "c")).containsExactlyInAnyOrder("check", "create");
        assertThat(completed("footfall", "turns", "--pat")).containsExactly("--pattern");
        assertThat(completed("footfall", "export", "--format", ""))
                .containsExactly("csv", "xes", "ocel", "jsonl", "svg");
        assertThat(completed("footfall", "export", "--case", "t")).containsExactly("turn");
        assertThat(completed("footfall", "export", "--activity", "")).containsExactly("tool", "detail", "intent");
        assertThat(completed("footfall", "desires", "--category", "tu")).containsExactly("turn-pattern");
        assertThat(completed("footfall", "turns", "--outcome", "pe")).containsExactly("pending");
        assertThat(completed("footfall", "completion", "")).containsExactly("bash", "zsh");
        assertThat(completed("footfall", "help", "tu")).containsExactly("turns");
    }

    @Test
    void everyWordThatIsCompletedForAnOptionIsTaken() {
        var offered = new TreeMap<String, List<String>>();
        new Terminal(folder).run(console -> {
            Main.whole(console)
                    .getSubcommands()
                    .forEach((name, command) -> command.getCommandSpec().options().stream()
                            .filter(option -> option.completionCandidates() != null)
                            .forEach(option -> {
                                var words = offered.computeIfAbsent(
                                        name + " " + option.longestName(), none -> new ArrayList<>());
                                option.completionCandidates().forEach(words::add);
                            }));
            return 0;
        });
        assertThat(offered.keySet()).contains("export --format", "desires --category");
        var needed = Map.of("export", " path", "find", " text");
        offered.forEach((option, words) -> words.forEach(word -> assertThat(Typed.problem(
                        List.of((option + " " + word + needed.getOrDefault(option.split(" ")[0], "")).split(" "))))
                .as(option + " " + word)
                .isNull()));
    }

    /** Picocli names the list of an option's words by the label of its parameter. */
    @Test
    void noTwoOptionsOfACommandShareTheirListOfWords() {
        new Terminal(folder).run(console -> {
            Main.whole(console)
                    .getSubcommands()
                    .forEach((name, command) -> assertThat(command.getCommandSpec().options().stream()
                                    .filter(option -> option.completionCandidates() != null)
                                    .map(option -> option.paramLabel()))
                            .as(name)
                            .doesNotHaveDuplicates());
            return 0;
        });
    }

    /** What the script of bash offers behind these words, as bash itself calls it. */
    private List<String> completed(String... words) throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/bin/bash")), "there is no /bin/bash");
        var quoted = Arrays.stream(words).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        var script = run("completion", "bash").out() + "\ncompopt() { :; }\nCOMP_WORDS=(" + quoted
                + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_complete_footfall\n"
                + "printf '%s\\n' \"${COMPREPLY[@]}\"\n";
        var file = Files.writeString(folder.resolve("try.bash"), script);
        var bash = new ProcessBuilder("/bin/bash", file.toString())
                .redirectErrorStream(true)
                .start();
        var said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
        return said.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    @Test
    void thereIsAManualPageForEveryCommand() throws IOException {
        var ran = run("man", folder.resolve("man1").toString());
        assertThat(ran)
                .isEqualTo(new Terminal.Ran(
                        0, "", "footfall: wrote " + pages().size() + " pages to " + folder.resolve("man1") + "\n"));
        assertThat(pages())
                .contains("footfall.1", "footfall-topics-create.1")
                .containsAll(COMMANDS.stream()
                        .map(command -> "footfall-" + command + ".1")
                        .toList());
        var page = Files.readString(folder.resolve("man1/footfall-turns.1"));
        assertThat(page)
                .startsWith(".TH \"FOOTFALL-TURNS\" 1")
                .contains(".SH NAME\nfootfall-turns \\- List turns with their")
                .contains(".SH SYNOPSIS\n.nf\nfootfall turns ")
                .contains(".TP\n.B \\-\\-json\nPrint one JSON array")
                .containsSubsequence(".SH OPTIONS", ".SH FILTERS", ".SH OUTPUT", ".SH CONNECTION")
                .contains(".SH EXAMPLES\n.nf\n  footfall turns \\-\\-from")
                .contains(".SH EXIT STATUS\n0 success");
        assertThat(Files.readString(folder.resolve("man1/footfall.1")))
                .containsSubsequence(
                        ".SH MOST USED\n.TP\n.B footfall\\-up(1)", ".SH TEAM", ".SH SET UP", ".SH EXAMPLES");
        for (var name : pages()) {
            assertThat(Files.readString(folder.resolve("man1").resolve(name)))
                    .as(name)
                    .contains(".SH SYNOPSIS\n.nf\n")
                    .satisfies(text -> assertThat(text.substring(text.indexOf(".nf\n"), text.indexOf("\n.fi"))
                                    .replace("\\-", "-")
                                    .lines())
                            .allMatch(line -> line.length() <= 73));
        }
        assertThat(run("man", Files.writeString(folder.resolve("file"), "").toString())
                        .err())
                .contains("cannot write manual pages to")
                .contains("choose another folder");
    }

    private List<String> pages() throws IOException {
        try (var all = Files.list(folder.resolve("man1"))) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }
}
