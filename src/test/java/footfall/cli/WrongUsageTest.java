package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A wrong argument is reported by name, before anything is done. */
class WrongUsageTest {
    static final String SERVERS = "--bootstrap-servers=localhost:1";

    @TempDir
    Path home;

    private Terminal terminal;

    @BeforeEach
    void atHome() {
        terminal = new Terminal(home);
    }

    private void assertSays(int exit, String err, String... arguments) {
        assertSays(terminal, exit, err, arguments);
    }

    static void assertSays(Terminal terminal, int exit, String err, String... arguments) {
        assertThat(terminal.run(arguments)).isEqualTo(new Terminal.Ran(exit, "", err));
    }

    @Test
    void aNumberOfPartitionsIsOneAtLeast() {
        assertSays(
                2,
                "footfall: --partitions is 0; expected at least 1\nfootfall: see 'footfall topics --help'\n",
                "topics",
                "create",
                SERVERS,
                "--partitions=0");
    }

    @Test
    void anApplicationIdIsWhatTopicsAndFilesCanBeNamedBy() {
        for (var id : List.of("a/b", "a b", "..", ".", "", "a".repeat(201))) {
            assertSays(
                    2,
                    "footfall: invalid application ID \"" + id + "\"; use at most 200 letters, digits, \".\", \"_\" "
                            + "and \"-\"\nfootfall: see 'footfall stream --help'\n",
                    "stream",
                    SERVERS,
                    "--application-id",
                    id);
        }
    }

    @Test
    void aPrefixOfTopicsHasALetterOrADigit() {
        assertSays(
                2,
                "footfall: --set: topic_prefix is \"..\"; expected letters, digits, '.', '_' and '-' with at least "
                        + "one letter or digit\n",
                "stream",
                SERVERS,
                "--set",
                "topic_prefix=..");
    }

    @Test
    void aClusterIsNamed() {
        for (var servers : List.of("--bootstrap-servers=", "--json")) {
            assertSays(
                    2,
                    "footfall: no Kafka cluster given; add --bootstrap-servers HOST:PORT, or --config FILE "
                            + "with bootstrap.servers\nfootfall: see 'footfall topics --help'\n",
                    "topics",
                    "check",
                    servers);
        }
    }

    @Test
    void settingsStandBehindASubcommandToo() {
        assertSays(
                2,
                "footfall: --set: unknown \"topic_prefx\" (did you mean \"topic_prefix\"?)\n",
                "topics",
                "create",
                SERVERS,
                "--set",
                "topic_prefx=x.");
    }

    @Test
    void aCommandThatIsNotThereIsNamedWithTheNearest() {
        assertSays(
                2,
                "footfall: unknown command: turnz\nfootfall: did you mean turn or turns?\n"
                        + "footfall: see 'footfall --help'\n",
                "turnz");
        assertSays(
                2,
                "footfall: unknown command: creat\nfootfall: did you mean create?\n"
                        + "footfall: see 'footfall topics --help'\n",
                "topics",
                "creat");
    }

    @Test
    void whatCanAdmitNothingIsNotAsked() {
        assertSays(
                2,
                "footfall: --min-length is -1; expected at least 0\nfootfall: see 'footfall turns --help'\n",
                "turns",
                "--from",
                home.toString(),
                "--min-length",
                "-1");
        assertSays(
                2,
                "footfall: --session is empty\nfootfall: see 'footfall turns --help'\n",
                "turns",
                "--from",
                home.toString(),
                "--session",
                "");
    }

    @Test
    void aPatternThatIsNoneIsNotLookedFor() {
        for (var wrong : Map.of(
                        "",
                        "is empty",
                        "Read->",
                        "names no tool after its last arrow",
                        "Read{2}",
                        "has {2}, which is not a repetition like {2+}")
                .entrySet()) {
            assertSays(
                    2,
                    "footfall: --pattern '" + wrong.getKey() + "' " + wrong.getValue()
                            + "; expected a form like "
                            + "'Grep -> Read{2+} -> Edit'\nfootfall: see 'footfall turns --help'\n",
                    "turns",
                    "--from",
                    home.toString(),
                    "--pattern",
                    wrong.getKey());
        }
    }

    @Test
    void whatTheLibrarySaysIsSaidAsTheRestIs() {
        assertSays(
                2,
                "footfall: Invalid value for option '--top': 'x' is not a whole number\n"
                        + "footfall: see 'footfall patterns --help'\n",
                "paths",
                "--top",
                "x");
        assertSays(
                2,
                "footfall: --json, --csv are mutually exclusive (specify only one)\n"
                        + "footfall: see 'footfall turns --help'\n",
                "turns",
                "--json",
                "--csv");
    }

    @Test
    void anArgumentThatCannotNameATurnIsAnsweredWithTheForm() {
        for (var id : List.of("", ":0", ":", "/:0", "/a:0", "s/:0", "s:", "s:x")) {
            assertSays(
                    2,
                    "footfall: invalid turn ID \"" + id + "\"; expected SESSION:TURN, or SESSION/AGENT:TURN for a "
                            + "subagent, such as 4f2a91:3\nfootfall: see 'footfall turns --help'\n",
                    "turn",
                    id,
                    "--from");
        }
    }

    @Test
    void aPictureOfAnotherKindIsRefused() {
        assertSays(
                2,
                "footfall: cannot write x.png: pictures are SVG only; name a file that ends in .svg\n"
                        + "footfall: see 'footfall export --help'\n",
                "export",
                "--format",
                "svg",
                "4f2a",
                "--out",
                "x.png");
    }

    @Test
    void anExampleIsNotBrokenIntoLines() {
        for (var command : List.of("turns", "patterns", "desires", "topics", "config", "up")) {
            var help = terminal.run(command, "--help").out();
            var examples =
                    help.substring(help.indexOf("Examples:")).lines().skip(1).toList();
            assertThat(examples).as(command).isNotEmpty().allMatch(line -> line.startsWith("  "));
        }
    }
}
