package footfall.call;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.testkit.Transcripts;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionRuleTest {
    private static PermissionRule.Level proposed(String rule) {
        return level(new PermissionRule(rule, 9, 9, 0, 0, 0, 0, 0, 0, 0, null, false, false));
    }

    private static PermissionRule.Level level(PermissionRule rule) {
        return rule.proposal().map(PermissionRule.Proposal::level).orElse(null);
    }

    /** Of calls about which a person was asked. */
    private static PermissionRule.Level ofAnswers(String rule, int allowed, int rejected) {
        return level(new PermissionRule(
                rule, allowed + rejected, allowed, allowed, rejected, 0, 0, 0, 0, 0, null, true, false));
    }

    @Test
    void whatAPersonAllowedThreeTimesAndNeverRejectedIsAllowedAndWhatAskedNobodyNeedsNoRule() {
        assertThat(ofAnswers("Bash(mvn *)", 3, 0)).isEqualTo(PermissionRule.Level.ALLOW);
        assertThat(ofAnswers("Edit(src/**)", 5, 0)).isEqualTo(PermissionRule.Level.ALLOW);
        assertThat(ofAnswers("Bash(npm run test *)", 3, 0)).isEqualTo(PermissionRule.Level.ALLOW);
        assertThat(ofAnswers("Bash(cargo test *)", 3, 0)).isEqualTo(PermissionRule.Level.ALLOW);
        assertThat(ofAnswers("WebFetch(domain:docs.example.com)", 3, 0)).isEqualTo(PermissionRule.Level.ALLOW);
        assertThat(ofAnswers("mcp__db__read-only_query", 3, 0)).isEqualTo(PermissionRule.Level.ALLOW);
        assertThat(ofAnswers("Bash(mvn *)", 2, 0)).isEqualTo(PermissionRule.Level.ASK);
        assertThat(ofAnswers("Bash(mvn *)", 9, 1)).isEqualTo(PermissionRule.Level.ASK);
        assertThat(ofAnswers("Bash(mvn *)", 2, 2)).isEqualTo(PermissionRule.Level.DENY);
        assertThat(ofAnswers("Bash(ls *)", 0, 0)).isNull();
        assertThat(ofAnswers("Edit(secrets/**)", 9, 0)).isEqualTo(PermissionRule.Level.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bash(rm *)",
                "Bash(/bin/rm *)",
                "Bash(sudo *)",
                "Bash(npx playwright *)",
                "Bash(bash *)",
                "Bash(git push *)",
                "Bash(curl *)",
                "Bash",
                "Bash(git *)",
                "Bash(/usr/bin/git *)",
                "Bash(kubectl *)",
                "Bash(python3.12 *)",
                "Bash(npm exec *)",
                "Bash(gh pr merge *)",
                "Bash(kubectl apply *)",
                "Bash(aws s3 *)",
                "Bash(find *)",
                "Edit(.claude/**)",
                "Edit(.git/**)",
                "Edit(//home/ada/*)",
                "Edit(./*)",
                "ExitPlanMode",
                "WebFetch",
                "WebFetch(domain:*.com)",
                "mcp__db",
                "Monitor"
            })
    void whatRunsAnythingDeletesOrPublishesIsAskedHoweverOftenItWasAllowed(String rule) {
        assertThat(ofAnswers(rule, 99, 0)).isEqualTo(PermissionRule.Level.ASK);
    }

    private static List<String> ofLine(String line) {
        return PermissionRuleFinder.call("Bash", Map.of("command", line));
    }

    @Test
    void aNullIsNoCommandAndNoPath() {
        assertThat(PermissionRuleFinder.call("Bash", input("{\"command\":\"ls\",\"command\":null}")))
                .isEmpty();
        assertThat(input("{\"a\":null,\"b\":\"null\",\"c\":[null]}"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("b", "null", "c", "[null]"));
    }

    private static Map<String, String> input(String json) {
        var line =
                "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"name\":\"Bash\",\"input\":"
                        + json + "}]}}";
        var fields = new HashMap<String, String>();
        new LineParser()
                .each(
                        Bytes.of(line.getBytes(StandardCharsets.UTF_8)),
                        0,
                        Source.file(new SessionId("s1"), null),
                        (part, details) -> fields.putAll(details.parts().get(0).inputFields()));
        return fields;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "poetry run",
                "kubectl exec",
                "kubectl delete",
                "kubectl get",
                "terraform plan",
                "docker compose exec",
                "docker ps",
                "pnpm exec",
                "yarn exec",
                "bun x",
                "pip install",
                "npm install",
                "npm test",
                "npm run test",
                "make",
                "make test",
                "cargo test",
                "gh repo delete",
                "gh api",
                "gh pr view",
                "systemctl status",
                "git",
                "git push",
                "git log",
                "git diff",
                "git show",
                "git branch",
                "git config",
                "git grep",
                "git stash list",
                "git remote",
                "uv run",
                "aws s3",
                "nice",
                "command",
                "stdbuf",
                "setsid",
                "dash",
                "ksh",
                "pwsh",
                "bunx",
                "tee",
                "/usr/bin/git",
                "./ls",
                "python3.12",
                "cargo",
                "wsl",
                "rtk",
                "env",
                "xargs",
                "find",
                "fd",
                "rg",
                "sed",
                "awk",
                "sort",
                "uniq",
                "tree",
                "date",
                "echo",
                "printf",
                "cat",
                "less",
                "man",
                "test",
                "[",
                "log",
                "pr",
                "-s",
                "-1",
                "src",
                "hostname",
                "file",
                "xxd",
                "diff",
                "ps",
                ""
            })
    void aCommandThatCanRunOrWriteIsAsked(String words) {
        assertThat(proposed("Bash(" + words + " *)")).isEqualTo(PermissionRule.Level.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bash",
                "PowerShell",
                "Write",
                "Edit",
                "Edit(src/**)",
                "Edit(//w/.git/hooks/*)",
                "Edit(.claude/**)",
                "Edit(.vscode/**)",
                "Edit(./*)",
                "Edit(.github/**)",
                "Read(./*)",
                "Read(./.env)",
                "Read(.ssh/**)",
                "Read(secrets/**)",
                "Read(private/**)",
                "Read(api-keys/**)",
                "Read(MyCredentials/**)",
                "Read(vault/**)",
                "Read(access_tokens/**)",
                "Read(config/prod.env.pem)",
                "Read(~/**)",
                "Read(//etc/*)",
                "Read(C:/**)",
                "Task(Explore)",
                "Agent(x)",
                "Skill(x)",
                "WebSearch",
                "WebFetch(domain:example.com)",
                "KillShell",
                "mcp__playwright__browser_run_code",
                "mcp__playwright__browser_evaluate",
                "mcp__db__read",
                "NotebookEdit",
                "SlashCommand",
                "Unheard"
            })
    void aToolThatCanRunWriteOrReachFurtherIsAsked(String rule) {
        assertThat(proposed(rule)).isEqualTo(PermissionRule.Level.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bash(git status *)",
                "Bash(git ls-files *)",
                "Bash(ls *)",
                "Bash(grep *)",
                "Bash(head *)",
                "Glob",
                "Grep",
                "Read(src/**)",
                "Read(keyboard/**)"
            })
    void whatOnlyReadsIsAllowed(String rule) {
        assertThat(proposed(rule)).isEqualTo(PermissionRule.Level.ALLOW);
    }

    @Test
    void aFolderBelowWhichASecretWasReadIsAsked() {
        assertThat(levels(
                        "config/a.yml",
                        "config/b.yml",
                        "config/c.yml",
                        "config/prod/.env.local",
                        "src/a",
                        "src/b",
                        "src/c",
                        "lib/a",
                        "lib/b",
                        "lib/c",
                        "lib/ssh/known",
                        "db/a",
                        "db/b",
                        "db/c",
                        "db/team-credentials.json"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "Read(config/**)", PermissionRule.Level.ASK,
                        "Read(config/prod/.env.local)", PermissionRule.Level.ASK,
                        "Read(src/**)", PermissionRule.Level.ALLOW,
                        "Read(lib/**)", PermissionRule.Level.ASK,
                        "Read(lib/ssh/**)", PermissionRule.Level.ASK,
                        "Read(db/**)", PermissionRule.Level.ASK,
                        "Read(db/team-credentials.json)", PermissionRule.Level.ASK));
    }

    /** Of files that were read, each with success. */
    private static Map<String, PermissionRule.Level> levels(String... paths) {
        var session = Transcripts.session("s1");
        for (int i = 0; i < paths.length; i++) {
            session.assistant(
                            i,
                            "m" + i,
                            Map.of(
                                    "type",
                                    "tool_use",
                                    "id",
                                    "t" + i,
                                    "name",
                                    "Read",
                                    "input",
                                    Map.of("file_path", paths[i])))
                    .result(i, "t" + i);
        }
        var evidence = new RuleEvidence();
        session.lines()
                .forEach(line -> new LineParser()
                        .each(
                                Bytes.of(line.getBytes(StandardCharsets.UTF_8)),
                                0,
                                Source.file(new SessionId("s1"), null),
                                (part, details) -> evidence.accept(
                                        UsageLine.of(((Parsed.Accepted) part).line(), details, 0), null)));
        return evidence.rules().stream().collect(Collectors.toMap(PermissionRule::rule, PermissionRuleTest::level));
    }

    @Test
    void eachCommandOfALineHasARuleAndAComplexLineHasNone() {
        assertThat(ofLine("cd x && git status | head -5; 'git' log"))
                .containsExactly("Bash(git status *)", "Bash(head *)", "Bash(git log *)");
        assertThat(ofLine("sudo git status")).containsExactly("Bash(sudo *)");
        assertThat(ofLine("git -c core.pager=x status")).containsExactly("Bash(git *)");
        assertThat(ofLine("X=$(git log -1) && ls")).isEmpty();
        assertThat(ofLine("FOO=$(gh pr view 3) ls")).isEmpty();
        assertThat(ofLine("for f in src; do git status; done")).isEmpty();
        assertThat(ofLine("cat <<EOF\ngit status\nEOF")).isEmpty();
        assertThat(ofLine("-s -1")).isEmpty();
    }
}
