package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a command of a shell is called, and of which category it is. */
class CommandNameTest {
    private static String of(String command) {
        return CommandName.of("Bash", new CommandWords(command));
    }

    @Test
    void itIsTheProgramOfTheSegmentThatDecidesTheIntentAndItsVerb() {
        assertThat(of("cd /secret && cargo test --all secret::x | tail -5")).isEqualTo("cargo test");
        assertThat(of("A=secret sudo /usr/bin/git -C /secret/x status")).isEqualTo("git status");
        assertThat(of("kubectl --namespace=secret get pods")).isEqualTo("kubectl get");
        assertThat(of("npm run secret")).isEqualTo("npm run");
        assertThat(of("grep -rn secret .")).isEqualTo("grep");
        assertThat(of("python3 secret.py")).isEqualTo("python3");
    }

    /** Programs and verbs together; src/bench/run commands measures which are missing. */
    @Test
    void theListHasAtMostFourHundredWords() {
        assertThat(CommandName.words())
                .hasSizeBetween(1, 400)
                .allMatch(word -> word.matches("[a-z0-9\\[][a-z0-9.:_+-]*"));
    }

    @Test
    void whatTranscriptsCallMostHasAName() {
        assertThat(of("bd ready --json")).isEqualTo("bd ready");
        assertThat(of("bd secret")).isEqualTo("bd");
        assertThat(of("tmux capture-pane -p -t secret")).isEqualTo("tmux capture-pane");
        assertThat(of("git ls-remote secret")).isEqualTo("git ls-remote");
        assertThat(of("npm view secret version")).isEqualTo("npm view");
    }

    @Test
    void whatAnEnvironmentRunsIsTheCommand() {
        assertThat(of("uv run pytest -q")).isEqualTo("pytest");
        assertThat(of("uv run --quiet python -m pytest")).isEqualTo("pytest");
        assertThat(of("uv run secret")).isNull();
        assertThat(of("uv run")).isEqualTo("uv run");
        assertThat(of("uv pip install run pytest")).isEqualTo("uv pip");
        assertThat(of("python3 deploy.py -m pytest")).isEqualTo("python3");
        assertThat(of("uv run ".repeat(50_000) + "pytest")).isEqualTo("uv run");
    }

    @Test
    void theValueOfAnOptionIsNoVerb() {
        assertThat(of("git -C secret status")).isEqualTo("git status");
        assertThat(of("kubectl -n secret get pods")).isEqualTo("kubectl get");
        assertThat(of("npm --prefix secret test")).isEqualTo("npm test");
        assertThat(of("cargo +nightly test")).isEqualTo("cargo test");
    }

    @Test
    void whatIsAddedToBeCommittedIsACommit() {
        assertThat(of("git add -A && git commit -m secret")).isEqualTo("git commit");
        assertThat(of("git add -A")).isEqualTo("git add");
    }

    @Test
    void aCommandLooksIfEachOfItsSegmentsDoesAndNoneWrites() {
        assertThat(List.of(
                        "git status",
                        "git log --oneline | head -5",
                        "ls -l 2>&1 | grep secret",
                        "cat a; echo; wc b",
                        "ls 2> /dev/null; grep 'a > b' f"))
                .allMatch(CommandName::looks);
        assertThat(List.of(
                        "cat > fix.py <<EOF\nx\nEOF",
                        "git status && git add -A",
                        "grep -rl foo src | xargs sed -i s/a/b/",
                        "find . -name x -delete",
                        "jq . a > b",
                        "ls>b",
                        "awk '{print > \"b\"}' a",
                        "sed -i s/a/b/ f",
                        "ls $(rm x)",
                        "cat `rm x`",
                        "cat a & git push",
                        "git branch -D secret",
                        "ls && cd sub",
                        "mix test",
                        "secret"))
                .noneMatch(CommandName::looks);
    }

    @Test
    void aVerbThatIsNotListedAndAnUnknownProgramDoNotLeave() {
        assertThat(of("git secret")).isEqualTo("git");
        assertThat(of("git")).isEqualTo("git");
        assertThat(of("./secret.sh --now")).isNull();
        assertThat(of("secret && ls")).isNull();
        assertThat(of("")).isNull();
        assertThat(CommandName.of("Bash", null)).isNull();
        assertThat(CommandName.of("Read", new CommandWords("git status"))).isNull();
    }

    @Property(tries = 2_000)
    void nothingButListedWordsIsEverAName(@ForAll String command) {
        assertThat(of(command))
                .satisfiesAnyOf(
                        name -> assertThat(name).isNull(),
                        name -> assertThat(CommandName.isKnown(name)).isTrue());
    }

    @Test
    void aCallKeepsNoOtherName() {
        var names = Arrays.asList("git status", "git secret", "secret", "git status secret", "", null);
        assertThat(names.stream()
                        .map(name -> new ToolUse("t", "Bash", null, null, 0, null, null, null, name, false, null, null)
                                .command()))
                .containsExactly("git status", null, null, null, null, null);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '→',
            value = {
                "cd /foo && git status → Version Control",
                "sudo systemctl restart nginx → Server & System",
                "FOO=bar python test.py → Running Code",
                "source venv/bin/activate → Running Code",
                ". .venv/bin/activate → Running Code",
                "source ~/.bashrc → Server & System",
                ". ./env.sh → Server & System",
                "./venv/bin/python x.py → Running Code",
                "/usr/bin/git log → Version Control",
                "cat foo | grep bar → Searching & Reading",
                "xyzzy | grep bar → Other",
                "cd /foo → Other",
                "cd /foo; cd /bar → Other",
                "xyzzy; ls → Searching & Reading",
                "A=1 B=2 sudo rm -rf x → File Management",
                "sudo FOO=1 curl x → Testing & Monitoring",
                "docker-compose up → Server & System",
                "biome check → Running Code",
                "gitk → Other",
                "git_x → Other",
                "git-lfs pull → Version Control",
                "python3.11 -m pytest → Running Code",
                "pip3.12 install x → Running Code",
                "./gradlew.bat → Running Code",
                "python2 x.py → Other",
                "'  git   status' → Version Control",
                "'' → Other",
                "'&& ; |' → Other",
                "FOO=bar → Other",
                "sudo → Other"
            })
    void theFirstSegmentThatMatchesDecides(String command, String label) {
        assertThat(BashCategory.of(command).label()).isEqualTo(label);
    }
}
