package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code footfall} alone. */
class OverviewCommandTest extends ServedTurns {
    private static final String WEEK = """
            today       no turn
            7 days      $0.04 in 2 turns
            """;

    @TempDir
    Path nowhere;

    @Test
    void withoutAProcessorTheWeekIsThatOfTheFilesOfThisMachine() {
        assertThat(run()).isEqualTo(new Terminal.Ran(0, WEEK + """
                worn most   rg (env-need), once
                fails most  Bash, 1 of 1 call

                footfall desires --from          what to change
                footfall usage --by day --from   what it cost
                footfall up                      follow the agents of this machine
                """, ""));
    }

    @Test
    void aProcessorAlsoSaysWhatRuns() {
        var url = serve(Optional.empty());
        assertThat(run("overview", "--server", url))
                .isEqualTo(new Terminal.Ran(
                        0, "now         1 open turn; the longest: 3 steps in shop\n" + WEEK + """
                worn most   rg (env-need), once
                fails most  Bash, 1 of 1 call

                footfall desires                 what to change
                footfall usage --by day          what it cost
                footfall turns --open            what runs now
                """, ""));
    }

    @Test
    void whereNothingIsItSaysHowToBegin() {
        var ran = new Terminal(nowhere).run();
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("footfall: no transcripts: ")
                .endsWith("footfall: nothing to show yet; see how it looks with: footfall up --demo\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "null",
                "{\"url\":\"h t\"}",
                "{\"url\":\"http:///x\"}",
                "{\"url\":\"https://localhost\"}"
            })
    void aFileThatNamesNoProcessorIsNotAsked(String content) throws Exception {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(folder.resolve(".footfall/processor.json"), content);
        assertThat(run().out()).startsWith(WEEK);
    }

    @Test
    void aProcessorThatWasKilledIsNotAsked() throws Exception {
        Files.createDirectories(folder.resolve(".footfall"));
        Files.writeString(
                folder.resolve(".footfall/processor.json"), "{\"url\":\"http://127.0.0.1:" + Ports.free() + "\"}");
        assertThat(run().out()).startsWith(WEEK);
    }
}
