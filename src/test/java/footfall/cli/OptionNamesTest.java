package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/** One option name for one thing in all commands, old names, and suggestions for unknown ones. */
class OptionNamesTest {
    private static final String HINT = "footfall: %s is now %s; the old name works until the next release\n";

    @TempDir
    Path folder;

    private String place;

    @BeforeEach
    void writeSessions() throws IOException {
        place = folder.resolve("elsewhere").toString();
        Transcripts.of(Path.of(place), "aaaaaa11", "2026-01-01")
                .turn("Read", "Edit")
                .failure("Bash", "no")
                .write();
        Transcripts.of(Path.of(place), "bbbbbb22", "2026-01-08")
                .turn("Grep", "Read")
                .write();
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    private void assertFails(int exit, String err, String... arguments) {
        assertThat(run(arguments)).isEqualTo(new Terminal.Ran(exit, "", err));
    }

    /** The commands with an option, which is not an old name. */
    private Set<String> with(String option) {
        var commands = new TreeSet<String>();
        new Terminal(folder).run(console -> {
            Main.whole(console).getSubcommands().forEach((name, command) -> {
                OptionSpec found = command.getCommandSpec().findOption(option);
                if (found != null && !found.hidden()) {
                    commands.add(name);
                }
            });
            return 0;
        });
        return commands;
    }

    @Test
    void aQuietCommandSaysOnlyWhyItFails() {
        var typed = run("turns", "--from", place, "--min-length", "0", "--set", "projects_exclude=[\"nowhere\"]");
        assertThat(typed.err()).contains("nowhere");
        for (var option : List.of("-q", "--quiet")) {
            assertThat(run(
                            "turns",
                            "--from",
                            place,
                            "--min-length",
                            "0",
                            option,
                            "--set",
                            "projects_exclude=[\"nowhere\"]"))
                    .isEqualTo(new Terminal.Ran(0, typed.out(), ""));
        }
        assertThat(run("find", "--from", place, "--", "-q").err()).contains("no match for -q");
        assertThat(run("topics", "create", "-q", "--bootstrap-servers", "x:y").exit())
                .isNotEqualTo(ExitCodes.BUG);
        assertThat(run("turns", "--from", place, "-q", "--session", "x"))
                .isEqualTo(run("turns", "--from", place, "--session", "x"))
                .extracting(Terminal.Ran::exit)
                .isEqualTo(1);
    }

    @Test
    void anOptionNamesOneThingInAllCommands() {
        assertThat(with("--from"))
                .containsExactlyInAnyOrder(
                        "alerts",
                        "desires",
                        "errors",
                        "digest",
                        "export",
                        "find",
                        "patterns",
                        "sessions",
                        "tools",
                        "turns",
                        "usage");
        assertThat(with("--server"))
                .containsExactlyInAnyOrder(
                        "alerts",
                        "desires",
                        "digest",
                        "errors",
                        "patterns",
                        "sessions",
                        "ship",
                        "tools",
                        "turns",
                        "usage",
                        "watch");
        assertThat(with("--home")).containsExactlyInAnyOrder("ship", "up");
        assertThat(with("--config")).containsExactlyInAnyOrder("doctor", "init", "relay", "ship", "stream", "topics");
        assertThat(with("--settings")).containsAll(with("--set")).containsAll(with("--from"));
        assertThat(with("--config-file")).isEmpty();
        assertThat(with("--root")).isEmpty();
    }

    @Test
    void aLetterNamesOneOptionInAllCommands() {
        var names = new TreeMap<String, Set<String>>();
        new Terminal(folder).run(console -> {
            for (var command : Main.whole(console).getSubcommands().values()) {
                for (var option : command.getCommandSpec().options()) {
                    Stream.of(option.names())
                            .filter(name -> name.matches("-[a-zA-Z]"))
                            .forEach(name -> names.computeIfAbsent(name, none -> new TreeSet<>())
                                    .add(option.longestName()));
                }
            }
            return 0;
        });
        assertThat(names)
                .isEqualTo(Map.of(
                        "-f", Set.of("--from"),
                        "-n", Set.of("--top"),
                        "-o", Set.of("--out"),
                        "-q", Set.of("--quiet"),
                        "-v", Set.of("--verbose"),
                        "-h", Set.of("--help"),
                        "-V", Set.of("--version")));
    }

    @Test
    void aSessionIsLookedUpInThePathsOfFrom() {
        for (var command : List.of("session", "errors", "brief", "events", "export --format svg")) {
            var behind = run((command + " aaaa --from " + place).split(" "));
            assertThat(behind.exit()).as(command + behind.err()).isZero();
            assertThat(behind.out()).as(command).isNotEmpty();
        }
        assertThat(run("errors", "aaaa", "--from", place))
                .isEqualTo(run("errors", "--from", place, "aaaa"))
                .satisfies(ran -> assertThat(ran.out()).contains("\"tool\":\"Bash\""));
        assertFails(
                1,
                "footfall: no session ID starts with cccc in " + place
                        + "; name a file, or other folders with --from PATH\n",
                "session",
                "cccc",
                "--from",
                place);
    }

    @Test
    void fromMayNameOneFileInPlaceOfTheParameter() {
        var file = place + "/projects/-work-shop/aaaaaa11.jsonl";
        for (var command : List.of("session", "errors", "brief", "events", "export --format svg")) {
            assertThat(run((command + " --from " + file).split(" ")))
                    .as(command)
                    .isEqualTo(run((command + " " + file).split(" ")));
        }
        assertFails(
                2,
                "footfall: Missing required parameter: 'FILE|SESSION'\nfootfall: see 'footfall sessions --help'\n",
                "session",
                "--from",
                place);
        assertFails(
                2,
                "footfall: Missing required parameter: 'PATH|SESSION'\nfootfall: see 'footfall export --help'\n",
                "events");
    }

    @Test
    void fromIsRepeatable() {
        var one = place + "/projects/-work-shop/aaaaaa11.jsonl";
        var other = place + "/projects/-work-shop/bbbbbb22.jsonl";
        assertThat(run("sessions", "--from", one, "--from", other)).isEqualTo(run("sessions", "--from", place));
        assertThat(run("events", "--from", one, "--from", other)).isEqualTo(run("events", place));
        assertThat(run("extract", "--from", one, "--from", other, "--out-dir", place + "/out")
                        .out())
                .startsWith("5 calls in 2 transcripts\n");
    }

    @Test
    void oldNamesWorkWithAHint() throws IOException {
        var settings = Files.writeString(folder.resolve("other.toml"), "turn_length_threshold = 2\n")
                .toString();
        var now = run("turns", "--from", place, "--settings", settings);
        assertThat(run("turns", "--from", place, "--config-file", settings))
                .isEqualTo(new Terminal.Ran(0, now.out(), HINT.formatted("--config-file", "--settings")));
        assertThat(run("extract", "--root", place, "--out-dir", place + "/out")).satisfies(ran -> {
            assertThat(ran.out()).startsWith("5 calls in 2 transcripts\n");
            assertThat(ran.err()).isEqualTo(HINT.formatted("--root", "--from"));
        });
    }

    @Test
    void aCommandThatIsGoneNamesItsSuccessor() {
        assertFails(2, "footfall: 'footfall loops' is now 'footfall desires --loops'\n", "loops", "--from", place);
        assertFails(2, "footfall: 'footfall map' is now 'footfall export --format svg'\n", "help", "map");
    }

    @Test
    void namesOfTheFirstDocumentsWorkAsTheyDid() {
        var file = place + "/projects/-work-shop/aaaaaa11.jsonl";
        assertThat(run("turns", "--patterns", "--from", place)).isEqualTo(run("patterns", "--from", place));
        assertThat(run("paths", "--turns", "--from", place)).isEqualTo(run("patterns", "--tools", "--from", place));
        assertThat(run("errors", file)).isEqualTo(run("sessions", file, "--errors"));
        assertThat(run("session", file)).isEqualTo(run("sessions", file));
        assertThat(run("brief", file)).isEqualTo(run("sessions", "--brief", file));
        assertThat(run("events", file)).isEqualTo(run("export", file));
        assertThat(run("help", "brief")).isEqualTo(run("sessions", "--help"));
    }

    @Test
    void theLetterOfExtractIsItsFolder() {
        var file = place + "/projects/-work-shop/aaaaaa11.jsonl";
        for (var option : List.of("-o out", "-o=out", "--out-dir out")) {
            var words =
                    ("extract --json --from " + file + " " + option.replaceFirst("out$", folder + "/out")).split(" ");
            assertThat(run(words).out()).as(option).contains(folder + "/out/tool_usage.csv");
        }
        assertFails(
                2,
                "footfall: Missing required option: '--out-dir=DIR'\nfootfall: see 'footfall export --help'\n",
                "extract",
                "--from",
                file);
    }

    @Test
    void aPathWhereNoneIsExpectedIsToldWhereToStand() {
        var file = place + "/projects/-work-shop/aaaaaa11.jsonl";
        assertFails(
                2,
                "footfall: " + file + " is a path; turns of files are listed with --from PATH\n"
                        + "footfall: see 'footfall turns --help'\n",
                "turns",
                file);
        assertFails(
                2,
                "footfall: unexpected argument: " + file + "\nfootfall: " + file
                        + " is a path; name it with --from PATH\nfootfall: see 'footfall patterns --help'\n",
                "patterns",
                file);
        assertThat(run("sessions", place).err()).contains("'footfall sessions --from PATH' lists those of a folder");
    }

    @Test
    void anUnknownCommandIsRefusedWithTheNearest() {
        assertFails(
                2,
                "footfall: unknown command: trun\nfootfall: did you mean turn or turns?\n"
                        + "footfall: see 'footfall --help'\n",
                "trun");
        assertFails(
                2,
                "footfall: unknown command: sesions\nfootfall: did you mean sessions?\n"
                        + "footfall: see 'footfall --help'\n",
                "sesions");
        assertFails(
                2,
                "footfall: unknown command: graph\nfootfall: did you mean export?\nfootfall: see 'footfall --help'\n",
                "graph");
        assertFails(2, "footfall: unknown command: zzzzz\nfootfall: see 'footfall --help'\n", "zzzzz");
    }

    @Test
    void anUnknownOptionIsRefusedWithTheOneThatMeansTheSame() {
        for (var command : List.of("turns", "patterns", "desires", "sessions", "export")) {
            assertFails(
                    2,
                    "footfall: unknown option: --form\nfootfall: did you mean --from?\nfootfall: see 'footfall "
                            + command + " --help'\n",
                    command,
                    "--form",
                    place);
        }
        assertFails(
                2,
                "footfall: unknown option: --from\nfootfall: did you mean --home?\n"
                        + "footfall: see 'footfall up --help'\n",
                "up",
                "--from",
                place);
        assertFails(
                2,
                "footfall: unknown option: --home\nfootfall: did you mean --from?\n"
                        + "footfall: see 'footfall sessions --help'\n",
                "sessions",
                "--home",
                place);
        assertFails(
                2,
                "footfall: unknown option: --output=x\nfootfall: did you mean --out or --out-dir?\n"
                        + "footfall: see 'footfall export --help'\n",
                "export",
                place,
                "--output=x");
    }

    @Test
    void anOptionThatFromTakesForAPathIsStillUnknown() {
        assertFails(
                2,
                "footfall: unknown option: --jsn\nfootfall: did you mean --json?\n"
                        + "footfall: see 'footfall turns --help'\n",
                "turns",
                "--from",
                "--jsn");
    }

    @Test
    void aDayBeginsAtMidnightWhereThePersonIs() {
        var sessions = run("sessions", "--from", place, "--since", "2026-01-08");
        assertThat(sessions)
                .isEqualTo(run("sessions", "--from", place, "--since", "2026-01-08T00:00:00Z"))
                .isEqualTo(run("sessions", "--from", place, "--since", "thursday"))
                .satisfies(ran -> assertThat(ran.out()).contains("bbbbbb").doesNotContain("aaaaaa"));
        var west = new Terminal(folder).in(ZoneId.of("America/New_York"));
        assertThat(west.run("sessions", "--from", place, "--since", "2026-01-08")
                        .out())
                .isEmpty();
        assertThat(west.run("sessions", "--from", place, "--since", "2026-01-07"))
                .isEqualTo(sessions);
        assertFails(
                2,
                "footfall: Invalid value for option '--since': invalid time \"2026-02-30\"; expected today, "
                        + "yesterday, monday, last week, 2026-01, 2026-01-31, 2026-01-31T12:00:00Z, 2h or 7d\n"
                        + "footfall: see 'footfall sessions --help'\n",
                "sessions",
                "--since",
                "2026-02-30");
    }
}
