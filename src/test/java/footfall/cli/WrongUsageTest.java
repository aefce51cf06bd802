package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is typed wrongly is told with its name, before anything is done. */
class WrongUsageTest {
  private static final String SERVERS = "--bootstrap-servers=localhost:1";

  @TempDir Path home;
  private Terminal terminal;

  @BeforeEach
  void atHome() {
    terminal = new Terminal(home);
  }

  private void assertSays(int exit, String err, String... arguments) {
    assertThat(terminal.run(arguments)).isEqualTo(new Terminal.Ran(exit, "", err));
  }

  @Test
  void aNumberOfPartitionsIsOneAtLeast() {
    assertSays(2,
        "footfall: --partitions is 0; expected at least 1\nfootfall: see 'footfall topics --help'\n",
        "topics", "create", SERVERS, "--partitions=0");
  }

  @Test
  void anApplicationIdIsWhatTopicsAndFilesCanBeNamedBy() {
    for (var id : List.of("a/b", "a b", "..", ".", "", "a".repeat(201))) {
      assertSays(2, "footfall: invalid application ID \"" + id + "\"; use letters, digits, \".\", \"_\" and "
          + "\"-\"\nfootfall: see 'footfall stream --help'\n", "stream", SERVERS, "--application-id", id);
    }
  }

  @Test
  void aPrefixOfTopicsHasALetterOrADigit() {
    assertSays(2,
        "footfall: --set: topic_prefix is \"..\"; expected letters, digits, '.', '_' and '-' with at least "
            + "one letter or digit\n", "stream", SERVERS, "--set", "topic_prefix=..");
  }

  @Test
  void aClusterIsNamed() {
    for (var servers : List.of("--bootstrap-servers=", "--json")) {
      assertSays(2, "footfall: no Kafka cluster given; add --bootstrap-servers HOST:PORT, or --config FILE "
          + "with bootstrap.servers\nfootfall: see 'footfall topics --help'\n", "topics", "check", servers);
    }
  }

  @Test
  void propertiesThatAreNotThereAreNamedOnceWithTheReason() {
    assertSays(1, "footfall: cannot read " + home.resolve("x")
        + " (--config): does not exist; name a readable file of Kafka client properties\n",
        "topics", "create", "--config", home.resolve("x").toString());
  }

  @Test
  void settingsStandBehindASubcommandToo() {
    assertSays(2, "footfall: --set: unknown \"topic_prefx\" (did you mean \"topic_prefix\"?)\n",
        "topics", "create", SERVERS, "--set", "topic_prefx=x.");
  }

  @Test
  void aCommandThatIsNotThereIsNamedWithTheNearest() {
    assertSays(2, "footfall: unknown command: turnz\nfootfall: did you mean turn or turns?\n"
        + "footfall: see 'footfall --help'\n", "turnz");
    assertSays(2, "footfall: unknown command: creat\nfootfall: did you mean create?\n"
        + "footfall: see 'footfall topics --help'\n", "topics", "creat");
  }

  @Test
  void aPlaceThatIsNamedAndNotThereIsNamedByEveryCommandThatTakesOne() throws IOException {
    var none = home.resolve("none").toString();
    var there = Transcripts.of(home, "one", "2026-01-05").turn("Read").write().toString();
    for (var command : List.of(List.of("turns", "--from"), List.of("paths", "--from"), List.of("desires",
        "--from"), List.of("turn", "one:0", "--from"), List.of("sessions", "--from"), List.of("up", "--home"),
        List.of("up", "--once", "--home"), List.of("ship", "--dry-run", "--home"))) {
      for (var also : List.of(List.<String>of(), List.of(command.get(command.size() - 1), there))) {
        var arguments = new ArrayList<>(command);
        arguments.add(none);
        arguments.addAll(also);
        assertSays(1, "footfall: " + none + " does not exist; name a folder of transcripts or one file\n",
            arguments
                .toArray(String[]::new));
      }
    }
  }

  @Test
  void anEmptyNameIsNotTheFolderOneIsIn() {
    assertSays(1, "footfall: path must not be empty; . is the current folder\n", "paths", "--from",
        "");
  }

  @Test
  void whatCanAdmitNothingIsNotAsked() {
    assertSays(2,
        "footfall: --min-length is -1; expected at least 0\nfootfall: see 'footfall turns --help'\n",
        "turns", "--from", home.toString(), "--min-length", "-1");
    assertSays(2, "footfall: --session is empty\nfootfall: see 'footfall turns --help'\n",
        "turns", "--from", home.toString(), "--session", "");
  }

  @Test
  void aPatternThatIsNoneIsNotLookedFor() {
    for (var wrong : Map.of("", "is empty", "Read->", "names no tool after its last arrow", "Read{2}",
        "has {2}, which is not a repetition like {2+}").entrySet()) {
      assertSays(2, "footfall: --pattern '" + wrong.getKey() + "' " + wrong.getValue()
          + "; expected a form like "
          + "'Grep -> Read{2+} -> Edit'\nfootfall: see 'footfall turns --help'\n", "turns", "--from",
          home.toString(), "--pattern", wrong.getKey());
    }
  }

  @Test
  void whatTheLibrarySaysIsSaidAsTheRestIs() {
    assertSays(2, "footfall: Invalid value for option '--top': 'x' is not a whole number\n"
        + "footfall: see 'footfall paths --help'\n", "paths", "--top", "x");
    assertSays(2, "footfall: --patterns, --pattern=P are mutually exclusive (specify only one)\n"
        + "footfall: see 'footfall turns --help'\n", "turns", "--patterns", "--pattern", "Read");
  }

  @Test
  void aPlaceWithABreakInItsNameIsOneLine() {
    assertSays(1, "footfall: " + home + "/a\\u000ab does not exist; name a folder of transcripts or "
        + "one file\n",
        "turns", "--from", home + "/a\nb");
  }

  @Test
  void whatCanNameNoTurnIsToldTheForm() {
    for (var id : List.of("", ":0", ":", "/:0", "/a:0", "s/:0", "s:", "s:x")) {
      assertSays(2, "footfall: invalid turn ID \"" + id + "\"; expected SESSION:TURN, or "
          + "SESSION/AGENT:TURN for a subagent, such as 4f2a91:3\nfootfall: see 'footfall turn "
          + "--help'\n", "turn", id, "--from");
    }
  }

  @Test
  void aMissingHomeIsSaidWithTheOptionThatThisCommandHas() {
    for (var command : List.of("turns --from", "sessions --from", "up --once --home",
        "ship --dry-run --home")) {
      var words = command.split(" ");
      var option = words[words.length - 1];
      var asked = command.startsWith("turns") ? words : Arrays.copyOf(words, words.length - 1);
      assertSays(1, "footfall: no transcripts: " + home + "/.claude, " + home
          + "/.config/claude, "
          + home + "/.qbit do not exist; name a folder with " + option + " DIR\n", asked);
    }
  }

  @Test
  void aFolderThatCannotBeHadIsNamedOnceWithTheReason() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no /proc");
    var there = Transcripts.of(home, "one", "2026-01-05").turn("Read").write().toString();
    assertSays(1, "footfall: cannot write to /proc/none: does not exist; choose another folder with "
        + "--out-dir\n", "extract", "--from", there, "--out-dir", "/proc/none");
    assertSays(1, "footfall: cannot create a file in /proc/none: does not exist; choose another folder with "
        + "--artifacts\n", "brief", there, "--save", "--artifacts", "/proc/none");
    assertSays(1,
        "footfall: cannot write manual pages to /proc/none: does not exist; choose another folder\n",
        "man", "/proc/none");
    assertSays(1,
        "footfall: cannot write state stores to /proc/none: does not exist; choose another folder with "
            + "--state\n", "stream", SERVERS, "--state", "/proc/none");
  }

  @Test
  void aPictureOfAnotherKindIsRefused() {
    assertSays(2, "footfall: cannot write x.png: map writes SVG only; name a file that ends in .svg\n"
        + "footfall: see 'footfall map --help'\n", "map", "4f2a", "--out", "x.png");
  }

  @Test
  void anExampleIsNotBrokenIntoLines() {
    for (var command : List.of("turns", "paths", "desires", "topics", "config", "up")) {
      var help = terminal.run(command, "--help").out();
      var examples = help.substring(help.indexOf("Examples:")).lines().skip(1).toList();
      assertThat(examples).as(command).isNotEmpty().allMatch(line -> line.startsWith("  "));
    }
  }
}
