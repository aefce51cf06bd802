package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on local files over rollouts of Codex, in each of its forms. */
class CodexReportsCommandTest {
    private static final Path ROLLOUTS = Path.of("src/test/resources/codex");
    private static final Path EXPECTED = Path.of("src/test/reports-codex");

    @TempDir
    Path folder;

    private String run(String... arguments) {
        return new Terminal(folder).run(arguments).out();
    }

    private static String rollout(String name) {
        return ROLLOUTS.resolve(name + ".jsonl").toAbsolutePath().toString();
    }

    private static void expect(String name, String found) throws IOException {
        Expected.sameAs(EXPECTED.resolve(name), found);
    }

    @Test
    void aBriefHasWhatTheModelWasToldOfEachCallOnce() throws IOException {
        for (var form : new String[] {"bare", "legacy", "paginated", "subagent"}) {
            expect("brief-" + form + ".txt", run("brief", rollout(form)));
        }
    }

    @Test
    void eachFailedCallIsListedOnceUnderTheCallThatItCompletes() throws IOException {
        for (var form : new String[] {"bare", "legacy", "paginated"}) {
            expect("errors-" + form + ".json", run("errors", rollout(form)));
        }
        expect("errors-kinds.txt", run("errors", rollout("legacy"), "--kinds"));
    }

    @Test
    void errorsOfACompressedFileAreThoseOfTheFile() throws IOException {
        var packed = folder.resolve("legacy.jsonl.zst");
        Files.write(packed, Zstd.compress(Files.readAllBytes(Path.of(rollout("legacy")))));
        expect("errors-legacy.json", run("errors", packed.toString()));
    }

    @Test
    void everyCallIsARowWithItsCommandOrFile() throws IOException {
        var out = folder.resolve("out");
        run("extract", "--from", rollout("legacy"), "--out-dir", out.toString());
        for (var name : new String[] {"tool_usage.csv", "summary.txt"}) {
            expect(name, Files.readString(out.resolve(name)).replace(rollout("legacy"), "ROLLOUT"));
        }
    }

    @Test
    void promptsCommandsPathsAndErrorsAreFoundWithTheirTurns() {
        assertThat(run("find", "please fix", "--from", rollout("legacy"))).contains(":0", "prompt", "please fix");
        assertThat(run("find", "npm test", "--from", rollout("legacy"))).contains(":0", "command", "npm test");
        assertThat(run("find", "src/a.py", "--in", "path", "--from", rollout("legacy")))
                .contains(":0", "path", "src/a.py");
        assertThat(run("find", "no hunk", "--from", rollout("legacy"))).contains(":0", "error", "no hunk here");
        assertThat(run("find", "git status", "--from", rollout("bare"))).contains(":0", "command", "git status");
    }
}
