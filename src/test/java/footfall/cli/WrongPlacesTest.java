package footfall.cli;

import static footfall.cli.WrongUsageTest.SERVERS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file or folder that is missing or unusable is reported by name, with the reason. */
class WrongPlacesTest {
    @TempDir
    Path home;

    private void assertSays(int exit, String err, String... arguments) {
        WrongUsageTest.assertSays(new Terminal(home), exit, err, arguments);
    }

    @Test
    void propertiesThatAreNotThereAreNamedOnceWithTheReason() {
        assertSays(
                1,
                "footfall: cannot read " + home.resolve("x")
                        + " (--config): does not exist; name a readable file of Kafka client properties\n",
                "topics",
                "create",
                "--config",
                home.resolve("x").toString());
    }

    @Test
    void aPlaceThatIsNamedAndNotThereIsNamedByEveryCommandThatTakesOne() throws IOException {
        var none = home.resolve("none").toString();
        var there =
                Transcripts.of(home, "one", "2026-01-05").turn("Read").write().toString();
        for (var command : List.of(
                List.of("turns", "--from"),
                List.of("paths", "--from"),
                List.of("desires", "--from"),
                List.of("turn", "one:0", "--from"),
                List.of("sessions", "--from"),
                List.of("up", "--home"),
                List.of("up", "--once", "--home"),
                List.of("ship", "--dry-run", "--home"))) {
            for (var also : List.of(List.<String>of(), List.of(command.get(command.size() - 1), there))) {
                var arguments = new ArrayList<>(command);
                arguments.add(none);
                arguments.addAll(also);
                assertSays(
                        1,
                        "footfall: " + none + " does not exist; name a folder of transcripts or one file\n",
                        arguments.toArray(String[]::new));
            }
        }
    }

    @Test
    void anEmptyNameIsNotTheFolderOneIsIn() {
        assertSays(1, "footfall: path must not be empty; . is the current folder\n", "paths", "--from", "");
    }

    @Test
    void aPlaceWithABreakInItsNameIsOneLine() {
        assertSays(
                1,
                "footfall: " + home + "/a\\u000ab does not exist; name a folder of transcripts or one file\n",
                "turns",
                "--from",
                home + "/a\nb");
    }

    @Test
    void aMissingHomeIsSaidWithTheOptionThatThisCommandHas() {
        for (var command : List.of("turns --from", "sessions --from", "up --once --home", "ship --dry-run --home")) {
            var words = command.split(" ");
            var option = words[words.length - 1];
            var asked = option.equals("--from") ? words : Arrays.copyOf(words, words.length - 1);
            assertSays(
                    1,
                    "footfall: no transcripts: " + Terminal.homes(home) + " do not exist; name a folder with " + option
                            + " DIR\n",
                    asked);
        }
    }

    @Test
    void aFolderThatCannotBeHadIsNamedOnceWithTheReason() throws IOException {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no /proc");
        var there =
                Transcripts.of(home, "one", "2026-01-05").turn("Read").write().toString();
        assertSays(
                1,
                "footfall: cannot write to /proc/none: does not exist; choose another folder with --out-dir\n",
                "extract",
                "--from",
                there,
                "--out-dir",
                "/proc/none");
        assertSays(
                1,
                "footfall: cannot create a file in /proc/none: does not exist; choose another folder with "
                        + "--artifacts\n",
                "brief",
                there,
                "--save",
                "--artifacts",
                "/proc/none");
        assertSays(
                1,
                "footfall: cannot write manual pages to /proc/none: does not exist; choose another folder\n",
                "man",
                "/proc/none");
        assertSays(
                1,
                "footfall: cannot write state stores to /proc/none: does not exist; choose another folder with "
                        + "--state\n",
                "stream",
                SERVERS,
                "--state",
                "/proc/none");
    }
}
