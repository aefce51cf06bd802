package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No command that reads local transcripts shows an excluded project, and each says that it left some out. */
class ExcludedProjectsCommandTest {
    private static final String CANARY = "canary";
    private static final String SKIPPED = "footfall: skipped 3 transcripts of excluded projects\n";
    private static final String REFUSED =
            ": belongs to a project that projects_exclude excludes; to read it, add --set projects_exclude=\n";

    @TempDir
    Path folder;

    private Path secret;

    @BeforeEach
    void write() throws IOException {
        var home = folder.resolve(".claude");
        Transcripts.of(home, "open1", "2026-01-05")
                .turn("Read", "Edit", "Read", "Edit", "Read", "Edit")
                .failure("Bash", "sh: 1: rg: not found")
                .write();
        var open = Transcripts.of(home, CANARY, "2026-01-05")
                .turn("Read", CANARY, "Read", CANARY, "Read", CANARY)
                .failure("Bash", "sh: 1: " + CANARY + ": not found")
                .write();
        secret = Files.createDirectories(home.resolve("projects/-work-secret")).resolve(CANARY + ".jsonl");
        Files.writeString(secret, Files.readString(open).replace("/work/shop", "/work/secret"));
        Files.delete(open);
        var below = Files.createDirectories(secret.resolveSibling(CANARY + "/subagents"));
        var agent = Files.readString(secret)
                .replace("/work/secret", "/elsewhere")
                .replace("\"sessionId\"", "\"isSidechain\":true,\"agentId\":\"a1\",\"sessionId\"");
        Files.writeString(below.resolve("agent-a1.jsonl"), agent);
        Files.writeString(secret.resolveSibling("agent-a2.jsonl"), agent.replace("\"a1\"", "\"a2\""));
    }

    private Terminal.Ran run(String line) {
        return run(line, "secret");
    }

    private Terminal.Ran run(String line, String globs) {
        var words = new ArrayList<>(List.of(line.split(" ")));
        words.addAll(List.of("--set", "projects_exclude=" + globs));
        return new Terminal(folder).run(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "turns --from",
                "turns --patterns --from",
                "turns --json --from",
                "paths --from",
                "desires --json --from",
                "sessions --from",
                "sessions --json --from",
                "session open1 --from",
                "errors open1",
                "brief open1",
                "events open1 --format csv",
                "events --format ocel --from",
                "export --format svg --from",
                "export --format svg open1",
                "turn open1:0 --from"
            })
    void aCommandShowsNothingOfItAndSaysSoOnce(String line) {
        var ran = run(line);
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isNotEmpty().doesNotContainIgnoringCase(CANARY);
        assertThat(ran.err()).isEqualTo(SKIPPED);
        assertThat(run(line, "").out()).isNotEmpty();
    }

    @Test
    void extractWritesNothingOfIt() throws IOException {
        var out = folder.resolve("out");
        var ran = run("extract --out-dir " + out);
        assertThat(ran.err()).isEqualTo(SKIPPED);
        try (var files = Files.list(out)) {
            for (var file : files.toList()) {
                assertThat(file).content().doesNotContain(CANARY);
            }
        }
    }

    @Test
    void aFolderThatAGlobMatchesIsCounted() {
        assertThat(run("turns --from", secret.getParent().toString()).err())
                .isEqualTo("footfall: skipped 1 folder of excluded projects\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"session", "errors", "brief"})
    void aSessionOfItIsNotFoundAndAFileOfItIsRefusedWithTheWayOut(String command) throws IOException {
        assertThat(run(command + " " + CANARY + " --from"))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: no session ID starts with canary in " + folder.resolve(".claude")
                                + " (3 transcripts of excluded projects not searched); name a file, or other folders "
                                + "with --from PATH\n"));
        for (var file : List.of(
                secret,
                secret.resolveSibling(CANARY + "/subagents/agent-a1.jsonl"),
                secret.resolveSibling("agent-a2.jsonl"))) {
            assertThat(run(command + " " + file)).isEqualTo(new Terminal.Ran(1, "", "footfall: " + file + REFUSED));
            assertThat(run(command + " " + file, "").out()).contains(CANARY);
        }
        var link = Files.createSymbolicLink(folder.resolve("link.jsonl"), secret);
        assertThat(run(command + " " + link)).isEqualTo(new Terminal.Ran(1, "", "footfall: " + link + REFUSED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "turns --from ",
                "paths --from ",
                "sessions --from ",
                "export --format svg ",
                "events --format csv "
            })
    void aFileOfItThatIsNamedIsRefusedByTheListsToo(String command) {
        var ran = run(command + secret);
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out()).doesNotContain(CANARY);
        assertThat(ran.err()).contains(REFUSED.strip());
    }

    @Test
    void theReportOnAFileLeavesOutItsSubagentOfAnExcludedProject() throws IOException {
        var open = folder.resolve(".claude/projects/-work-shop");
        var below = Files.createDirectories(open.resolve("open1/subagents"));
        var agent = Files.readString(secret)
                .replace("\"sessionId\":\"canary\"", "\"isSidechain\":true,\"agentId\":\"a3\",\"sessionId\":\"open1\"");
        Files.writeString(below.resolve("agent-a3.jsonl"), agent);
        var ran = run("session " + open.resolve("open1.jsonl"));
        assertThat(ran.out()).doesNotContain(CANARY);
        assertThat(ran.err()).isEqualTo("footfall: skipped 1 transcript of excluded projects\n");
    }

    @Test
    void aDryRunNamesWhatItExcludes() {
        var ran = run("ship --dry-run --set data_dir=" + folder.resolve("data"));
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("open1").doesNotContain(CANARY);
        assertThat(ran.err())
                .isEqualTo(SKIPPED + "footfall:   " + secret.resolveSibling("agent-a2.jsonl") + "\n"
                        + "footfall:   " + secret + "\n"
                        + "footfall:   " + secret.resolveSibling("canary/subagents/agent-a1.jsonl") + "\n");
    }

    @Test
    void whenAllIsExcludedThatIsWhatIsSaid() {
        assertThat(run("turns --from", "*"))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: skipped 4 transcripts of excluded projects\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"secret\"]", "SECRET", "{secret,shop2}", "-WORK-secret"})
    void eachFormOfTheSettingExcludes(String globs) {
        for (var command : List.of("turns --from", "ship --dry-run --set data_dir=" + folder.resolve("data"))) {
            var ran = run(command, globs);
            assertThat(ran.exit()).isZero();
            assertThat(ran.out()).doesNotContain(CANARY);
            assertThat(ran.err()).startsWith(SKIPPED);
            assertThat(ran.err()).doesNotContain("warning");
        }
    }

    @Test
    void globsAreSeparatedByCommasAndOneThatMatchesNothingIsNamed() {
        for (var command : List.of("turns --from", "ship --dry-run --set data_dir=" + folder.resolve("data"))) {
            var ran = run(command, "nowhere, secret");
            assertThat(ran.out()).doesNotContain(CANARY);
            assertThat(ran.err())
                    .startsWith(SKIPPED)
                    .endsWith("footfall: warning: projects_exclude: the glob nowhere matched no project\n");
        }
    }

    @Test
    void aLineWhoseOwnDirectoryIsExcludedIsNeitherSentNorShown() throws IOException {
        var open = folder.resolve(".claude/projects/-work-shop/open1.jsonl");
        var more = Files.readString(secret)
                .replace("\"cwd\":\"/work/secret\",", "")
                .replace("\"sessionId\":\"canary\"", "\"cwd\":\"/work/secret\",\"sessionId\":\"open1\"");
        Files.writeString(open, more, StandardOpenOption.APPEND);
        for (var command : List.of(
                "turns --json --from",
                "session open1 --from",
                "brief open1",
                "extract --out-dir " + folder.resolve("out"),
                "ship --dry-run --set data_dir=" + folder.resolve("data"))) {
            var ran = run(command);
            assertThat(ran.exit()).isZero();
            assertThat(ran.out()).doesNotContain(CANARY).doesNotContain("\"secret\"");
            assertThat(run(command, "").out()).as(command).isNotEqualTo(ran.out());
        }
    }

    @Test
    void aTurnOfCodexInAnExcludedProjectIsNeitherSentNorShown() throws IOException {
        var thread = "019f0000-0000-7000-8000-000000000001";
        var day = Files.createDirectories(folder.resolve(".codex/sessions/2026/01/05"));
        Files.writeString(
                day.resolve("rollout-2026-01-05T10-00-00-" + thread + ".jsonl"),
                Files.readString(Path.of("src/test/resources/codex/excluded.jsonl")));
        for (var command : List.of(
                "turns --min-length 1 --json --from",
                "session " + thread + " --from",
                "brief " + thread,
                "errors " + thread,
                "events " + thread + " --format csv",
                "find CANARY --from",
                "extract --out-dir " + folder.resolve("out"),
                "ship --dry-run --set data_dir=" + folder.resolve("data"))) {
            var ran = run(command);
            assertThat(ran.out()).as(command).doesNotContainIgnoringCase(CANARY).doesNotContain("\"secret\"");
            assertThat(run(command, "").out()).as(command).isNotEqualTo(ran.out());
        }
        run("extract --out-dir " + folder.resolve("out"));
        assertThat(folder.resolve("out/tool_usage.csv"))
                .content()
                .contains("npm test")
                .doesNotContainIgnoringCase(CANARY);
        assertThat(run("turns --min-length 1 --json --from").out()).contains("shell", thread);
    }

    @Test
    void aGlobThatIsNoneIsRefusedWithTheKey() {
        assertThat(run("turns --from", "{a")).satisfies(ran -> {
            assertThat(ran.exit()).isEqualTo(2);
            assertThat(ran.err()).contains("projects_exclude has \"{a\", which is not a valid glob: ");
        });
        assertThat(run("turns --from", "[a").err())
                .contains("projects_exclude is \"[a\"; expected a TOML array like [\"a\", \"b\"]");
        assertThat(new Terminal(folder)
                        .run("config", "--set", "homes=[\"/a:b\", \"/c\"]")
                        .out())
                .contains("/a:b, /c");
        assertThat(run("config", "secret:~/clients").out()).contains("secret, ~/clients");
    }
}
