package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on local files over a rollout whose calls are made by scripts. */
class CodexScriptsCommandTest {
    private static final String THREAD = "01990000-0000-7000-8000-0000000000a1";
    private static final String NAME = "sessions/2026/02/01/rollout-2026-02-01T12-00-00-" + THREAD + ".jsonl";
    private static final Path STORY = Path.of("src/test/stories/codex-scripts").resolve(NAME);

    @TempDir
    Path folder;

    private Path rollout;

    @BeforeEach
    void aRollout() throws IOException {
        rollout = folder.resolve(NAME);
        Files.createDirectories(rollout.getParent());
        Files.writeString(rollout, Files.readString(STORY) + event("'type':'user_message','message':'a stranger'"));
    }

    /** An event of another thread, which means nothing here. */
    private static String event(String payload) {
        return ("{'timestamp':'2026-02-01T12:00:50.000Z','ordinal':32,'type':'event_msg','payload':{"
                        + "'thread_id':'01990000-0000-7000-8000-0000000000ff'," + payload + "}}\n")
                .replace('\'', '"');
    }

    private String run(String... arguments) {
        return new Terminal(folder).run(arguments).out();
    }

    @Test
    void theCallsOfAScriptAreRowsAndTheScriptIsNone() throws IOException {
        var out = folder.resolve("out");
        run("extract", "--from", rollout.toString(), "--out-dir", out.toString());
        for (var name : new String[] {"tool_usage.csv", "summary.txt"}) {
            Expected.sameAs(
                    Path.of("src/test/reports-codex/scripts-" + name),
                    Files.readString(out.resolve(name)).replace(rollout.toString(), "ROLLOUT"));
        }
    }

    @Test
    void theCallsOfAScriptAreFoundInTheirSteps() throws IOException {
        assertThat(found("sleep 99")).containsExactly("turn 1, step 1, exec_command, command: sleep 99");
        assertThat(found("a.ts")).containsExactly("turn 0, step 1, apply_patch, path: /w/shop/a.ts");
        assertThat(found("stopped")).containsExactly("turn 1, step 1, exec_command, error: stopped");
    }

    private List<String> found(String text) throws IOException {
        var all = new ArrayList<String>();
        for (var one : new ObjectMapper().readTree(run("find", text, "--json", "--from", rollout.toString()))) {
            all.add("turn " + one.get("turn_id").asText().replace(THREAD + ":", "") + ", step "
                    + one.get("sequence").asText() + ", " + one.get("tool").asText() + ", "
                    + one.get("where").asText() + ": " + one.get("text").asText());
        }
        return all;
    }

    @Test
    void anInterruptIsNoPrompt() throws IOException {
        var session = new ObjectMapper().readTree(run("session", rollout.toString(), "--json"));
        assertThat(session.get("turn_count").asInt()).isEqualTo(2);
        assertThat(session.get("interrupt_count").asInt()).isEqualTo(1);
        assertThat(run("brief", rollout.toString()))
                .contains("[turn 002] INTERRUPTED\n\n")
                .doesNotContain("interrupted by user");
    }

    /** A recorder may write several sessions into one file. */
    @Test
    void aFileIsReportedByItsFirstSession() throws IOException {
        var before = run("session", rollout.toString(), "--json");
        var other = "01990000-0000-7000-8000-0000000000b1";
        Files.writeString(rollout, Files.readString(STORY).replace(THREAD, other), StandardOpenOption.APPEND);
        var ran = new Terminal(folder).run("session", rollout.toString(), "--json");
        assertThat(ran.out()).isEqualTo(before);
        assertThat(ran.err())
                .contains("1 other session is in " + rollout + ": " + other + "; report on it with --from");
        assertThat(run("session", other, "--from", folder.toString(), "--json"))
                .isEqualTo(run("session", STORY.toAbsolutePath().toString(), "--json")
                        .replace(THREAD, other));
    }

    @Test
    void linesOfAnotherThreadAreNotFound() {
        assertThat(run("find", "stranger", "--from", rollout.toString())).doesNotContain("stranger");
    }

    @Test
    void theFailedCallOfAScriptHasItsInput() {
        assertThat(run("errors", rollout.toString())).contains("\"input\":[\"/bin/bash\",\"-lc\",\"sleep 99\"]");
    }

    @Test
    void theStepsOfATurnHaveTheTargetsOfTheCallsOfScripts() {
        var steps = run("turn", THREAD + ":0", "--from", folder.toString());
        assertThat(steps).contains("\n     ls\n", "\n     /w/shop/a.ts\n", "\n     make watch\n");
    }
}
