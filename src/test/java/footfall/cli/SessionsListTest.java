package footfall.cli;

import static footfall.cli.SessionCommandsTest.EXPECTED;
import static footfall.cli.SessionCommandsTest.REPORTS;
import static footfall.cli.SessionCommandsTest.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sessions command lists each session with what it counts, copies apart. */
class SessionsListTest {
    @TempDir
    Path folder;

    private Terminal.Ran run(String... arguments) {
        return SessionCommandsTest.runAt(folder, arguments);
    }

    @Test
    void sessionsHaveALineEachTheOldestFirstAndEmptyOnesNone() throws IOException {
        Expected.sameAs(
                EXPECTED.resolve("sessions.txt"),
                run("sessions", "--from", REPORTS.toString()).out());
        Expected.sameAs(
                EXPECTED.resolve("sessions.json"),
                run("sessions", "--from", "--json").out());
        assertThat(run("sessions", "--from").out().lines()).hasSize(3);
    }

    @Test
    void aForkIsASessionOfItsOwnAndWhatItRepeatsIsCountedInItsOriginal() throws IOException {
        var lines = Files.readAllLines(SHOP);
        var own = Stream.of("Make the cart add up", "\"tool_use\"")
                .map(text -> lines.stream()
                        .filter(line -> line.contains(text))
                        .findFirst()
                        .orElseThrow())
                .map(line -> line.replaceAll("\"uuid\":\"([^\"]*)\"", "\"uuid\":\"$1-of-the-fork\""));
        var fork = Stream.concat(lines.stream(), own)
                .map(line -> line.replace("\"sessionId\":\"5e55a001-shop\"", "\"sessionId\":\"f0f0-fork\""))
                .toList();
        var projects = Files.createDirectories(folder.resolve("here/projects/-work-shop"));
        Files.copy(SHOP, projects.resolve(SHOP.getFileName()));
        Files.write(projects.resolve("f0f0-fork.jsonl"), fork);
        var again = Files.createDirectories(folder.resolve("there/projects/-work-shop"));
        Files.copy(SHOP, again.resolve(SHOP.getFileName()));
        var ran = run("sessions", "--from", folder.toString());
        assertThat(ran.out()).isEqualTo("""
        SESSION   PROJECT  STARTED               PROMPTS  CALLS  SUBAGENTS  ERRORS  TOKENS_OUT     COST  \
        COPY_OF   PROMPT
        5e55a001  shop     2026-03-02T09:00:00Z        2     17          0       6         599  $0.0227  \
                  Make the cart add up. It is off by a cent whenever there is a discount, and the ...
        f0f0-for  shop     2026-03-02T09:00:00Z        1      1          0       0          40  $0.0081  \
        5e55a001  Make the cart add up. It is off by a cent whenever there is a discount, and the ...
        """);
        assertThat(ran.err()).contains("footfall: skipped 1 file with the same content as another\n");
        var reports = new ObjectMapper()
                .readTree(run("sessions", "--json", "--from", folder.toString()).out());
        assertThat(reports).extracting(one -> one.path("copy_of").asText()).containsExactly("", "5e55a001-shop");
    }

    @Test
    void theIdOfARowNamesOneSessionAlsoWhereTheOtherOneIsNotShown() throws Exception {
        var alike = folder.resolve("alike");
        Transcripts.of(alike, "019b8d4e-a400", "2026-03-01").turn("Read").write();
        Transcripts.of(alike, "019b8d4e-a500", "2026-03-02").turn("Read").write();
        var row = run("sessions", "--from", folder.resolve("alike").toString(), "-n", "1")
                .out();
        assertThat(row).containsPattern("\n019b8d4e-a[45] ");
    }

    @Test
    void sessionsAreAskedForByTimeAndProject() {
        assertThat(run("sessions", "--from", "--project", "app").out().lines()).hasSize(2);
        assertThat(run("sessions", "--from", "--since", "2026-03-02T09:05:00Z")
                        .out()
                        .lines())
                .hasSize(2);
        assertThat(run("sessions", "--from", "--since", "2026-03-02T09:10:30Z").out())
                .as("it started before, and went on")
                .contains("6a7b00");
        assertThat(run("sessions", "--from", "--project", "nowhere", "--json"))
                .isEqualTo(new Terminal.Ran(
                        0,
                        "[]\n",
                        "footfall: skipped 1 bad line:\nfootfall:   " + SHOP.toAbsolutePath()
                                + ":31: not JSON\nfootfall: no sessions: of 2 sessions, --project excludes 2\n"));
    }
}
