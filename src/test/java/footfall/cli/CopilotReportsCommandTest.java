package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on local files over a session of Copilot with a subagent. */
class CopilotReportsCommandTest {
    private static final Path SESSION = Path.of("src/test/resources/copilot/reef.jsonl");
    private static final Path EXPECTED = Path.of("src/test/reports-copilot");
    private static final String ID = "6a1c0000-0000-4000-8000-000000000001";

    @TempDir
    Path folder;

    private Path home;
    private Path file;

    @BeforeEach
    void aHome() throws IOException {
        home = folder.resolve("home");
        file = Files.createDirectories(home.resolve("session-state").resolve(ID))
                .resolve("events.jsonl");
        Files.copy(SESSION, file);
    }

    private String run(String... arguments) {
        return new Terminal(folder)
                .with("COPILOT_HOME", home.toString())
                .run(arguments)
                .out();
    }

    private static void expect(String name, String found) throws IOException {
        Expected.sameAs(EXPECTED.resolve(name), found);
    }

    @Test
    void aBriefHasTheWorkOfSubagentsInTheTurnThatStartsThem() throws IOException {
        expect("brief.txt", run("brief", file.toString()));
        assertThat(run("brief", ID)).isEqualTo(run("brief", file.toString()));
    }

    /** Older versions write only the output of each message. */
    @Test
    void aBriefHasOnlyTheTokensThatTheTranscriptContains() throws IOException {
        var old = Files.readString(SESSION).replace("session.usage_record", "session.other");
        Files.writeString(file, old);
        assertThat(run("brief", file.toString())).contains(" out tokens):").doesNotContain(" in / ");
        Files.writeString(file, old.replace("outputTokens", "otherTokens"));
        assertThat(run("brief", file.toString()))
                .contains("ASSISTANT (completed):")
                .doesNotContain(" tokens):");
    }

    @Test
    void eachFailedCallIsListedWithItsError() throws IOException {
        expect("errors.json", run("errors", file.toString()));
        expect("errors-kinds.txt", run("errors", file.toString(), "--kinds"));
    }

    @Test
    void everyCallIsARowWithItsCommandOrFile() throws IOException {
        var out = folder.resolve("out");
        run("extract", "--from", file.toString(), "--out-dir", out.toString());
        for (var name : new String[] {"tool_usage.csv", "summary.txt"}) {
            expect(name, Files.readString(out.resolve(name)).replace(file.toString(), "SESSION"));
        }
    }

    @Test
    void promptsCommandsPathsAndErrorsAreFoundWithTheirTurns() {
        assertThat(run("find", "chart the", "--from")).contains("6a1c0000:0", "prompt", "chart the reef");
        assertThat(run("find", "git status", "--from")).contains("6a1c0000:0", "command", "git status");
        assertThat(run("find", "chart.py", "--in", "path", "--from")).contains("6a1c0000:0", "path", "chart.py");
        assertThat(run("find", "cannot access", "--from")).contains("error", "cannot access");
        assertThat(run("find", "git status", "--from", "--agent", "copilot")).contains("6a1c0000:0");
        assertThat(run("find", "git status", "--from", "--agent", "codex")).doesNotContain("6a1c00");
    }

    @Test
    void aSessionWhoseInputIsUnknownSaysSoAndNamesNoMissingPriceAndNoActiveTime() throws IOException {
        var old = Files.readString(SESSION)
                .replace("session.usage_record", "session.other")
                .replace("session.shutdown", "session.other")
                .replace("session.compaction_complete", "session.other")
                .replace("durationMs", "otherMs");
        Files.writeString(file, old);
        assertThat(run("session", ID, "--from"))
                .contains("tokens    ? in, ", "cost      unknown (the transcript has no input tokens)\n")
                .doesNotContain("active ", "no price");
    }

    @Test
    void aSessionHasItsCallsAndSubagents() throws IOException {
        expect("session.json", run("session", ID, "--from", "--json"));
    }
}
