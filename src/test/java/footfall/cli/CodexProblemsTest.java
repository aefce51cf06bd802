package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands say of rollouts of which they cannot use everything. */
class CodexProblemsTest {
    private static final Path ROLLOUTS = Path.of("src/test/resources/codex");
    private static final String SKIPPED =
            "footfall: skipped 1 turn without a time: no line of it has one; usage counts it\n";

    @TempDir
    Path folder;

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    private Path copy(String name) throws IOException {
        return Files.copy(ROLLOUTS.resolve(name + ".jsonl"), folder.resolve(name + ".jsonl"));
    }

    private Path withoutHead() throws IOException {
        var lines = Files.readAllLines(ROLLOUTS.resolve("legacy.jsonl"));
        return Files.write(
                folder.resolve("rollout-2026-01-05T10-00-00-019e2f00-0000-7000-8000-0000000000ff.jsonl"),
                lines.subList(1, lines.size()));
    }

    @Test
    void talliesSayHowManyTurnsHaveNoTime() throws IOException {
        copy("bare");
        copy("legacy");
        for (var command : new String[] {"tools", "paths", "turns --patterns --min-length 1"}) {
            assertThat(run((command + " --from " + folder).split(" ")).err())
                    .as(command)
                    .contains(SKIPPED);
        }
        assertThat(run("desires", "--loops", "--from", folder.toString()).err())
                .isEqualTo("footfall: no loops in long turns: of 2 turns, a missing time excludes 1\n");
        assertThat(run("turns", "--from", folder.toString()).err()).doesNotContain("without a time");
    }

    @Test
    void anAnswerThatIsEmptyForLackOfTimesSaysItOnce() throws IOException {
        assertThat(run("tools", "--from", copy("bare").toString()).err())
                .isEqualTo("footfall: no tool calls: of 1 turn, a missing time excludes 1\n");
    }

    @Test
    void aRolloutThatNamesNoSessionIsReported() throws IOException {
        var file = withoutHead();
        var why = file + ": no line names the session (session_meta); the beginning is missing, or this version of "
                + "footfall does not know the form: use the file as the agent wrote it\n";
        assertThat(run("turns", "--from", folder.toString()).err()).startsWith("footfall: " + why);
        assertThat(run("errors", file.toString())).isEqualTo(new Terminal.Ran(1, "", "footfall: " + why));
    }

    @Test
    void theShipperReportsARolloutThatNamesNoSessionToo() throws IOException {
        var file = withoutHead();
        copy("legacy");
        assertThat(run("ship", "--dry-run", "--home", folder.toString()).err())
                .isEqualTo(
                        "footfall: warning: " + file + ": no line names the session (session_meta); the beginning is "
                                + "missing, or this version of footfall does not know the form: use the file as "
                                + "the agent wrote it\n");
    }

    @Test
    void aDamagedCompressedRolloutIsNamedWithWhatToDo() throws IOException {
        var packed = Zstd.compress(Files.readAllBytes(ROLLOUTS.resolve("legacy.jsonl")));
        var file = folder.resolve("rollout-2026-01-05T10-00-00-019e2f00-0000-7000-8000-0000000000fe.jsonl.zst");
        Files.write(file, Arrays.copyOf(packed, packed.length / 2));
        copy("legacy");
        var why =
                "the compressed file is damaged or incomplete, and nothing of it was read; replace it with a copy from "
                        + "a backup, or delete it\n";
        assertThat(run("turns", "--from", folder.toString()).err())
                .startsWith("footfall: " + file + ": cannot be read: " + why);
        assertThat(run("ship", "--dry-run", "--home", folder.toString()).err())
                .isEqualTo("footfall: warning: " + file + ": cannot be read: " + why);
    }

    @Test
    void aSearchOfOneAgentDoesNotCountTheTranscriptsOfOthers() throws IOException {
        copy("legacy");
        assertThat(run("find", "nowhere-to-be-found", "--agent", "claude", "--from", folder.toString())
                        .err())
                .isEqualTo("footfall: no match for nowhere-to-be-found in transcripts of claude\n");
    }
}
