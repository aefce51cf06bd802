package footfall.cli;

import static footfall.testkit.Transcripts.resultBlock;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Transcripts;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What transcripts say of the cases of a desire: the error, what worked next, what was waited for. */
@Timeout(60)
class DesireCasesTest {
    @TempDir
    Path folder;

    private Transcripts lines;
    private int at;

    @BeforeEach
    void begin() {
        begin("a", "/home/ann/shop");
    }

    private void begin(String name, String cwd) {
        lines = session(name).prompt(at++, "go").with("cwd", cwd);
    }

    private void call(String tool, Map<String, ?> input) {
        var use = use(tool, "t" + ++at);
        use.put("input", input);
        lines.assistant(at, "m" + at, use).usage(1_000, 100).inMessage("model", "claude-opus-4-8");
    }

    private void failed(String tool, Map<String, ?> input, String error) {
        call(tool, input);
        lines.failed(at + 1, "t" + at++, error);
    }

    private void ok(String tool, Map<String, ?> input, String output) {
        call(tool, input);
        lines.results(at + 1, resultBlock("t" + at++, output));
    }

    private void failed(String command, String error) {
        failed("Bash", Map.of("command", command), error);
    }

    private void ok(String command) {
        ok("Bash", Map.of("command", command), "done");
    }

    private void end(String name) throws IOException {
        var project = Files.createDirectories(folder.resolve("home/projects/-w"));
        lines.endTurn(++at, "end" + at);
        Files.write(project.resolve(name + ".jsonl"), lines.bytes());
        at += 60;
    }

    private Terminal.Ran desires(String... words) {
        return desires(new Terminal(folder), words);
    }

    private Terminal.Ran desires(Terminal person, String... words) {
        var from = List.of("desires", "--from", folder.resolve("home").toString());
        var least = List.of("--set", "desire_min_turns=1", "--set", "desire_min_sessions=1");
        return person.run(
                Stream.of(from, List.of(words), least).flatMap(List::stream).toArray(String[]::new));
    }

    private String remedy(String id) {
        return desires("--remedy", id).out();
    }

    /** Without times and costs. */
    private List<String> cases(String id) throws IOException {
        var cases = new ArrayList<String>();
        for (var one : Json.MAPPER.readTree(desires("--explain", id, "--json").out())) {
            cases.add(one.path("step") + "+" + one.path("steps")
                    + Stream.of("text", "error", "followed")
                            .map(field -> one.path(field).asText(null))
                            .filter(Objects::nonNull)
                            .collect(Collectors.joining("; ", " ", "")));
        }
        return cases;
    }

    @Test
    void whatWorkedNextTakesThePlaceOfTheBlank() throws IOException {
        failed("git push", "Exit code 128\nthe reef has an unknown branch b.\nTo push\n");
        ok("git status");
        ok("git push --set-upstream origin b");
        failed("git push origin main", "Exit code 1\nTo github.com:a/b\n ! [remote rejected] main -> main (low tide)");
        ok("git push origin main");
        end("a");
        assertThat(remedy("command-failed:git push")).isEqualTo("""
                <!-- footfall: command-failed:git push -->
                ### git push ends with an error

                `git push` failed in these forms. What worked: `git push --set-upstream origin b`.

                Seen with:

                * `git push`
                * `git push origin main` (the same worked later)
                <!-- /footfall -->
                """);
        assertThat(cases("command-failed:git push"))
                .containsExactly(
                        "0+3 git push; the reef has an unknown branch b.; worked: git push --set-upstream origin b",
                        "3+2 git push origin main; ! [remote rejected] main -> main (low tide); the same call worked");
    }

    @Test
    void eachErrorThatSessionsShareIsQuotedInTheTable() throws IOException {
        for (var name : List.of("a", "b")) {
            begin(name, "/home/ann/shop");
            failed("mix test", "Exit code 2\n** (ReefError) no :tide set for '" + name + "'");
            failed("cargo build", "Exit code 2\nerror: no moon above the reef " + name.length());
            end(name);
        }
        assertThat(desires("-n", "9").out())
                .contains("mix test fails with \"** (ReefError) no :tide set for 'b'\"")
                .contains("cargo build fails with \"error: no moon above the reef 1\"");
    }

    @Test
    void onAScreenEachDesireHasOneLineOfWhatRepeatsAndOneOfWhatToDoWithTheNameThatShowsTheRest() throws IOException {
        for (var name : List.of("a", "b")) {
            begin(name, "/home/ann/shop");
            failed("mix test", "Exit code 2\n** (ReefError) no :tide set for '" + name + "'");
            ok("mix test");
            failed("git push", "Exit code 128\nfatal: The current branch a has no upstream branch.");
            ok("git push");
            end(name);
        }
        var screen = desires(new Terminal(folder).reading().with("NO_COLOR", "1"), "-n", "9");
        assertThat(screen.out()).isEqualTo("""
                WHAT                                                  COUNT  SESSIONS  STEPS   TIME  TOKENS     COST
                git push finds no upstream branch                         2         2      4  4.0 s    4.4k  $0.0300
                    command-failed:git push: no-upstream  Set push.autoSetupRemote in the configuration of git.
                mix test fails with "** (ReefError) no :tide set fo…      2         2      4  4.0 s    4.4k  $0.0300
                    error-2dc8f11e  Put what ended it, as its latest cases show, into the set-up, or into CLAUDE.md.
                footfall desires ID lists the cases of one
                … = cut to fit; --json prints all
                """);
        var name =
                screen.out().lines().skip(4).findFirst().orElseThrow().strip().split("  ")[0];
        assertThat(name).startsWith("error-");
        assertThat(desires("command-failed:git push: no-upstream").out())
                .isEqualTo(desires("--explain", "command-failed:git push: no-upstream")
                        .out())
                .contains("calls in 2 sessions; the latest cases:");
        assertThat(desires(name).out()).startsWith("command-failed:mix test: " + name + "\n");
        assertThat(desires(name, "--loops").err()).contains("ID and --loops exclude each other");
    }

    /** A test that fails is work; what fails alike in two sessions lacks something. */
    @Test
    void anErrorThatTwoSessionsStateIsAHabitWithWhatEndedIt() throws IOException {
        for (var name : List.of("a", "b")) {
            begin(name, "/home/ann/shop");
            failed("mix test", "Exit code 2\n  1) test low");
            failed("mix test", "Exit code 2\nwarning: low\n  ** (ReefError) no :tide set for '" + name + "'.\n");
            for (var file : List.of("config/test.exs", name + ".ex")) {
                ok("Edit", Map.of("file_path", file, "old_string", "a", "new_string", "b"), "done");
            }
            failed("mix test", "Exit code 2\n  1) test " + name + "\n");
            ok("Edit", Map.of("file_path", "mix.exs", "old_string", "a", "new_string", "b"), "done");
            ok("mix test");
            end(name);
        }
        var table = desires("-n", "9").out();
        assertThat(table).containsPattern("mix test fails with \"\\*\\* \\(ReefError\\) no :tide set for 'b'\" +2 +2");
        assertThat(table).doesNotContain("ends with an error");
        var id = table.substring(table.indexOf("command-failed:mix test: ")).split("  ")[0];
        assertThat(remedy(id))
                .contains("Set this up before `mix test` runs, also in a new worktree, and commit it. "
                        + "The error ended with an edit of: `config/test.exs`.\n");
    }

    /** Another command of the shell that works is no success of this one. */
    @Test
    void aFailureOfACommandLastsUntilThatCommandWorks() throws IOException {
        failed("git push", "Exit code 128\nfatal: The current branch a has no upstream branch.");
        ok("ls");
        ok("git status");
        ok("git push -u origin HEAD");
        failed("git push", "Exit code 128\nfatal: The current branch b has no upstream branch.");
        ok("ls");
        end("a");
        assertThat(desires("--explain", "command-failed:git push: no-upstream").out())
                .contains("4.0 calls on average from failure to success: ");
    }

    @Test
    void aFileThatGitignoreNamesMayBelongToTheRepository() throws IOException {
        var ignored = "Exit code 1\nThe following paths are ignored by one of your .gitignore files:\nsite/a.css\n"
                + "hint: Use -f if you really want to add them.";
        failed("git add lib site && git commit -m a", ignored);
        ok("git add lib && git commit -m a");
        ok("git add -f site/a.css && git commit --amend --no-edit");
        failed("git add . && git commit -m b", ignored);
        ok("git add lib && git commit -m b");
        end("a");
        assertThat(remedy("command-failed:git commit: ignored-file"))
                .contains(
                        "with `git add -f`. What worked: `git add -f site/a.css && git commit --amend --no-edit`.\n",
                        "* `git add . && git commit -m b`: `The following paths are ignored by one of your .gitignore "
                                + "files: site/a.css`\n");
    }

    /** It is work; a file that is sought by its name is a guess. */
    @Test
    void aSearchThatFindsNothingIsNoHabit() throws IOException {
        ok("Bash", Map.of("command", "rg reef"), "");
        ok("Grep", Map.of("pattern", "reef"), "No matches found");
        ok("Glob", Map.of("pattern", "reef/*"), "No files found");
        ok("Glob", Map.of("pattern", "**/reef*"), "/home/ann/shop/lib/reef.c");
        end("a");
        assertThat(desires("-n", "9").out()).contains("Glob finds nothing").doesNotContain("rg finds", "Grep finds");
        assertThat(desires("--category", "empty").out()).contains("rg finds nothing", "Grep finds nothing");
    }

    @Test
    void aSearchInVainNamesWhatFoundSomethingUnlessTheFileWasWrittenLater() throws IOException {
        ok("Glob", Map.of("pattern", "assets/css/*"), "No files found");
        ok("Glob", Map.of("pattern", "assets/*.css"), "No files found");
        ok("Bash", Map.of("command", "rg --files assets"), "Chunk ID: 7\nProcess exited with code 0\nOutput:\n");
        ok("Grep", Map.of("pattern", "[.]css"), "Found 1 file\npriv/a.css");
        ok("Glob", Map.of("pattern", "new.c"), "No files found");
        ok("Grep", Map.of("pattern", "main"), "Found 1 file\nlib/a.c");
        ok("Write", Map.of("file_path", "/home/ann/shop/new.c", "content", "x"), "");
        ok("Glob", Map.of("pattern", "none.c"), "No files found");
        ok("Write", Map.of("file_path", "/home/ann/shop/b\u0000.c", "content", "x"), "written");
        end("a");
        assertThat(remedy("empty:Glob")).isEqualTo("""
                <!-- footfall: empty:Glob -->
                ### Glob finds nothing, and the search goes on

                These were not found. Search where a later call found something, and list a folder before you \
                guess the names of files in it.

                Seen with:

                * `assets/css/*` (then found something: `[.]css`)
                * `assets/*.css` (then found something: `[.]css`)
                <!-- /footfall -->
                """);
        assertThat(cases("empty:Glob"))
                .containsExactly(
                        "0+1 assets/css/*; found something: [.]css",
                        "1+1 assets/*.css; found something: [.]css",
                        "4+1 new.c; a later call found or wrote it");
    }

    @Test
    void aFileThatIsNotThereNamesTheSearchThatFoundSomething() throws IOException {
        failed("Read", Map.of("file_path", "/home/ann/shop/test/case.c"), "File does not exist.");
        ok("Glob", Map.of("pattern", "test/*.h"), "No files found");
        ok("Glob", Map.of("pattern", "test/**/*.c"), "/home/ann/shop/test/support/data.c");
        end("a");
        assertThat(remedy("file-not-found:Read"))
                .endsWith("* `test/case.c` (then found something: `test/**/*.c`)\n<!-- /footfall -->\n");
        assertThat(cases("file-not-found:Read"))
                .containsExactly("0+1 test/case.c; File does not exist.; found something: test/**/*.c");
    }

    @Test
    void theChecksOfAHookAreTheCommandsOfTheSessionThatRunThem() throws IOException {
        failed(
                "git commit -m a",
                "Exit code 1\nPre-commit validation failed:\n\n[FORMAT] Not formatted.\n\n[CREDO]\nx");
        ok("mix format && mix compile 2>&1 | tail -5");
        ok("mix credo --strict --format json 2>&1 | head");
        ok("mix credo --strict 2>&1 | tail");
        ok("git commit -m a");
        failed("git push", "Exit code 1\nLint.......................Failed\n- hook id: lint\n- exit code: 1");
        ok("npm run lint 2>&1");
        ok("git push");
        end("a");
        assertThat(remedy("command-failed:git push: hook")).contains("Here these are its checks: `npm run lint`.\n");
        assertThat(remedy("command-failed:git commit: hook"))
                .contains("Before `git commit`, run what its hook checks, and change what it wants changed. Here these "
                        + "are its checks: `mix format`, `mix credo --strict`.\n");
    }

    /** What stood between them made it work. */
    @Test
    void aCommandThatRanBeforeTheSameCallWorkedIsToRunBeforeIt() throws IOException {
        failed("bun test a.ts", "Exit code 1\n0 pass, 28 fail");
        ok("git status");
        ok("bun run build");
        ok("bun test a.ts");
        end("a");
        assertThat(remedy("command-failed:bun test"))
                .contains("`bun test` failed in these forms. "
                        + "It worked after: `bun run build`. Run that before it.\n");
    }

    @Test
    void insteadOfAMissingCommandTheOneThatNamesItOrHasItsPurpose() throws IOException {
        failed("pytest -q", "Exit code 127\n/bin/sh: pytest: command not found");
        ok("ls");
        ok("(source .venv/bin/activate && pytest -q)");
        failed("tree lib", "Exit code 127\n/bin/sh: tree: command not found");
        ok("git status");
        ok("find lib -type d");
        end("a");
        assertThat(remedy("env-need:pytest"))
                .contains("`pytest` was not found where it was called. What worked: "
                        + "`(source .venv/bin/activate && pytest -q)`.\n");
        assertThat(remedy("env-need:tree")).contains("What worked: `find lib -type d`.\n");
    }

    @Test
    void anotherCallOfTheSameProgramIsNoAnswerAndThenEachCaseHasItsErrorWithoutSecrets() throws IOException {
        failed(
                "ls /home/ann/shop/apps/one",
                "Exit code 2\nls: cannot access '/home/ann/shop/apps/one': ghp_012345678901234567890123456789abcdef");
        ok("ls other/two");
        end("a");
        assertThat(remedy("command-failed:ls: no-file")).isEqualTo("""
                <!-- footfall: command-failed:ls: no-file -->
                ### ls is called with paths that are not there

                These paths were sought in vain: look for a file by its name in the folder above first.

                Seen with:

                * `ls apps/one`: `ls: cannot access 'apps/one': <secret>`
                <!-- /footfall -->
                """);
        assertThat(cases("command-failed:ls: no-file"))
                .containsExactly("0+2 ls apps/one; ls: cannot access 'apps/one': <secret>");
    }

    @Test
    void casesOfSeveralProjectsAreGroupedWithPathsInTheirFolders() throws IOException {
        failed("Read", Map.of("file_path", "/home/ann/shop/src/a.c"), "File does not exist.");
        end("a");
        begin("b", "/home/ann/shop/.claude/worktrees/cart");
        failed("Read", Map.of("file_path", "/home/ann/shop/.claude/worktrees/cart/b.c"), "File does not exist.");
        end("b");
        assertThat(remedy("file-not-found:Read")).isEqualTo("""
                <!-- footfall: file-not-found:Read -->
                ### Read is called with paths that do not exist

                These paths were sought in vain: look for a file by its name before you read it, and not \
                beside other calls, which are cancelled with it.

                Seen in cart with:

                * `b.c`

                Seen in shop with:

                * `src/a.c`
                <!-- /footfall -->
                """);
    }

    @Test
    void whatALaterCallOfTheSessionFoundOrWroteWasNotSoughtInVain() throws IOException {
        failed("Read", Map.of("file_path", "/home/ann/shop/new.c"), "File does not exist.");
        failed("Read", Map.of("file_path", "/home/ann/shop/none.c"), "File does not exist.");
        failed("grep x lib/a.c", "grep: lib/a.c: No such file or directory");
        ok("Write", Map.of("file_path", "/home/ann/shop/new.c", "content", "x"), "written");
        lines.endTurn(++at, "first").prompt(++at, "on");
        ok("cat /home/ann/shop/lib/a.c");
        end("a");
        assertThat(remedy("file-not-found:Read")).endsWith("Seen with:\n\n* `none.c`\n<!-- /footfall -->\n");
        assertThat(remedy("file-not-found:grep")).doesNotContain("Seen");
        assertThat(cases("file-not-found:Read"))
                .containsExactly(
                        "0+1 new.c; File does not exist.; a later call found or wrote it",
                        "1+1 none.c; File does not exist.");
    }

    @Test
    void aPollIsTheCommandThatIsWaitedFor() throws IOException {
        ok(
                "Bash",
                Map.of("command", "mvn verify", "run_in_background", true),
                "Command running in background with ID: b5d2");
        for (int i = 0; i < 3; i++) {
            ok("BashOutput", Map.of("bash_id", "b5d2"), "<status>running</status>");
        }
        end("a");
        assertThat(remedy("polling:BashOutput")).endsWith("Seen with:\n\n* `mvn verify`\n<!-- /footfall -->\n");
        assertThat(cases("polling:BashOutput")).containsExactly("2+1 mvn verify", "3+1 mvn verify");
    }

    @Test
    void aLongCommandKeepsItsEndAndWhatTheErrorNames() throws IOException {
        var fields = "field,".repeat(40);
        failed(
                "gh issue view 1 --json " + fields + "closedByPull," + fields + "url | jq .",
                "Exit code 1\n" + "Unknown JSON field: \"closedByPull\"");
        end("a");
        assertThat(remedy("command-failed:gh issue: usage"))
                .contains(
                        "\n* `gh issue view 1 --json field,field,field,field,field, … ,field,field,closedByPull,field,")
                .contains("field,fie … ,field,field,field,field,field,field,field,url | jq .`: `Unknown JSON field: ");
    }

    @Test
    void anAddressOrAFileThatWasReachedLaterIsToldForIt() throws IOException {
        var page = Map.of("url", "https://example.org/a", "prompt", "read");
        failed("WebFetch", page, "Request failed with status code 503");
        ok("WebFetch", Map.of("url", "https://example.org/b", "prompt", "read"), "text");
        ok("WebFetch", page, "text");
        end("a");
        assertThat(cases("network:WebFetch: http-status"))
                .containsExactly(
                        "0+2 https://example.org/a; Request failed with status code 503; the same call worked");
    }

    @Test
    void anotherEditOfAFileDoesNotMakeTheFirstOneWork() throws IOException {
        var file = Map.of("file_path", "/home/ann/shop/a.c", "old_string", "x", "new_string", "y");
        failed("Edit", file, "<tool_use_error>String to replace not found in file.</tool_use_error>");
        ok("Edit", Map.of("file_path", "/home/ann/shop/a.c", "old_string", "z", "new_string", "y"), "edited");
        end("a");
        assertThat(remedy("edit-mismatch:Edit")).endsWith("Seen with:\n\n* `a.c`\n<!-- /footfall -->\n");
        assertThat(cases("edit-mismatch:Edit"))
                .containsExactly("0+2 a.c; String to replace not found in file.; another call on it worked");
    }

    /** Also of turns that the desire does not name; what a turn used for its cases is shared by their steps. */
    @Test
    void theTenLatestCasesHaveTheTimeWithoutWaitsAndTheCostOfTheirSteps() throws IOException {
        var error = "Exit code 128\nfatal: The current branch a has no upstream branch.";
        for (int i = 1; i <= 10; i++) {
            begin("s" + i, "/home/ann/shop");
            failed("git push", error);
            ok("git push -u origin a" + i);
            if (i < 10) {
                end("s" + i);
            }
        }
        call("Bash", Map.of("command", "git push --tags"));
        lines.failed(at + 10, "t" + at, error)
                .with(
                        "permissionDecision",
                        Map.of(
                                "decision",
                                "accept",
                                "source",
                                "user_temporary",
                                "reasonCode",
                                "bashMiss:no-rule-match"));
        lines.duration(at += 11, 13_000);
        end("s10");
        var found = desires("--explain", "command-failed:git push: no-upstream").out();
        assertThat(found.replaceAll(" +fatal: The current branch a has no upstream branch[.]", "…"))
                .isEqualTo("""
                command-failed:git push: no-upstream
                  git push finds no upstream branch.
                  2.0 calls on average from failure to success: set push.autoSetupRemote in the configuration of git.
                  11 calls in 10 sessions; the latest cases:

                TURN   STARTED               PROJECT  STEPS   TIME     COST  WHAT             \
                THEN                            ERROR
                s10:0  2026-01-05T10:09:57Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a10…
                s10:0  2026-01-05T10:10:01Z  shop         1  5.0 s  $0.0075  git push --tags…
                s9:0   2026-01-05T10:08:51Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a9…
                s8:0   2026-01-05T10:07:45Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a8…
                s7:0   2026-01-05T10:06:39Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a7…
                s6:0   2026-01-05T10:05:33Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a6…
                s5:0   2026-01-05T10:04:27Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a5…
                s4:0   2026-01-05T10:03:21Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a4…
                s3:0   2026-01-05T10:02:15Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a3…
                s2:0   2026-01-05T10:01:09Z  shop         2  2.0 s  $0.0150  git push         \
                worked: git push -u origin a2…
                footfall turn TURN draws one, --all these, step by step
                """);
        assertThat(desires("--category", "command-failed", "--json").out())
                .as("ten times 2 s, and 5 s")
                .contains("\"wasted_time_ms\":25000,");
    }
}
