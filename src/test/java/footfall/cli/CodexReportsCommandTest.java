package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    void theLimitsOfTheSubscriptionAreThoseOfTheNewestLine() throws IOException {
        var file = folder.resolve("legacy.jsonl");
        var lines = new ArrayList<>(Files.readAllLines(Path.of(rollout("legacy"))));
        for (var used : List.of("8.0", "9.5")) {
            lines.add("{\"timestamp\":\"2026-05-01T10:01:00Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
                    + "\"token_count\",\"info\":null,\"rate_limits\":{\"plan_type\":\"plus\",\"primary\":"
                    + "{\"used_percent\":" + used + ",\"window_minutes\":300,\"resets_at\":1777645800},\"secondary\":"
                    + "{\"used_percent\":84.0,\"window_minutes\":10080,\"resets_at\":1778000000}}}}");
        }
        Files.write(file, lines);
        var limits =
                "limits: plan plus, 9.5% of 5 hours used, which end 2026-05-01 14:30; 84% of 7 days used, which end "
                        + "2026-05-05 16:53; as of 2026-05-01 10:01\n";
        var usage = new String[] {"usage", "--from", file.toString(), "--timezone", "UTC", "--by", "window"};
        assertThat(run(usage)).startsWith(limits + "WINDOW ");
        assertThat(run("session", file.toString())).contains("limits    " + limits.substring("limits: ".length()));
        assertThat(run("session", file.toString(), "--json"))
                .contains("\"rate_limits\":{\"at\":\"2026-05-01T10:01:00.000Z\",\"plan\":\"plus\",");
    }

    @Test
    void aLimitWhoseTimeHasEndedIsNone() throws IOException {
        var file = folder.resolve("legacy.jsonl");
        var lines = new ArrayList<>(Files.readAllLines(Path.of(rollout("legacy"))));
        lines.add("{\"timestamp\":\"2026-01-09T23:00:00Z\",\"type\":\"event_msg\",\"payload\":{\"type\":"
                + "\"token_count\",\"info\":null,\"rate_limits\":{\"plan_type\":\"plus\",\"primary\":"
                + "{\"used_percent\":8.0,\"window_minutes\":300,\"resets_at\":"
                + Terminal.NOW.getEpochSecond() + "},\"secondary\":"
                + "{\"used_percent\":84.0,\"window_minutes\":10080,\"resets_at\":1778000000}}}}");
        Files.write(file, lines);
        assertThat(run("usage", "--from", file.toString(), "--timezone", "UTC", "--by", "window"))
                .startsWith("limits: plan plus, 84% of 7 days used, which end 2026-05-05 16:53; as of ");
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
