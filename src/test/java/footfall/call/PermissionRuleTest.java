package footfall.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionRuleTest {
  private static PermissionRule.Level proposed(String rule) {
    return new PermissionRule(rule, 9, 9, 0, 0, 0, 0, null).proposal().level();
  }

  private static List<String> ofLine(String line) {
    return RuleOf.call("Bash", Map.of("command", line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"poetry run", "kubectl exec", "kubectl delete", "kubectl get", "terraform plan",
    "docker compose exec", "docker ps", "pnpm exec", "yarn exec", "bun x", "pip install", "npm install",
    "npm test", "npm run test", "make", "make test", "cargo test", "gh repo delete", "gh api", "gh pr view",
    "systemctl status", "git", "git push", "git log", "git diff", "git show", "git branch", "git config",
    "git grep", "git stash list", "git remote", "uv run", "aws s3", "nice", "command", "stdbuf", "setsid",
    "dash", "ksh", "pwsh", "bunx", "tee", "/usr/bin/git", "./ls", "python3.12", "cargo", "wsl", "rtk", "env",
    "xargs", "find", "fd", "rg", "sed", "awk", "sort", "uniq", "tree", "date", "echo", "printf", "cat",
    "less", "man", "test", "[", "log", "pr", "-s", "-1", "src", "hostname", "file", "xxd", "diff", "ps", ""})
  void aCommandThatCanRunOrWriteIsAsked(String words) {
    assertThat(proposed("Bash(" + words + ":*)")).isEqualTo(PermissionRule.Level.ASK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bash", "PowerShell", "Write", "Edit", "Edit(src/**)", "Edit(//w/.git/hooks/*)",
    "Edit(.claude/**)", "Edit(.vscode/**)", "Edit(./*)", "Edit(.github/**)", "Read(./*)", "Read(./.env)",
    "Read(.ssh/**)", "Read(~/**)", "Read(//etc/*)", "Read(C:/**)", "Task(Explore)", "Agent(x)", "Skill(x)",
    "WebSearch", "WebFetch(domain:example.com)", "KillShell", "mcp__playwright__browser_run_code",
    "mcp__playwright__browser_evaluate", "mcp__db__read", "NotebookEdit", "SlashCommand", "Unheard"})
  void aToolThatCanRunWriteOrReachFurtherIsAsked(String rule) {
    assertThat(proposed(rule)).isEqualTo(PermissionRule.Level.ASK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bash(git status:*)", "Bash(git ls-files:*)", "Bash(ls:*)", "Bash(grep:*)",
    "Bash(head:*)", "Glob", "Grep", "Read(src/**)"})
  void whatOnlyReadsIsAllowed(String rule) {
    assertThat(proposed(rule)).isEqualTo(PermissionRule.Level.ALLOW);
  }

  @Test
  void eachCommandOfALineHasARuleAndAComplexLineHasNone() {
    assertThat(ofLine("cd x && git status | head -5; 'git' log")).containsExactly("Bash(git status:*)",
        "Bash(head:*)", "Bash(git log:*)");
    assertThat(ofLine("sudo git status")).containsExactly("Bash(sudo:*)");
    assertThat(ofLine("git -c core.pager=x status")).containsExactly("Bash(git:*)");
    assertThat(ofLine("X=$(git log -1) && ls")).isEmpty();
    assertThat(ofLine("FOO=$(gh pr view 3) ls")).isEmpty();
    assertThat(ofLine("for f in src; do git status; done")).isEmpty();
    assertThat(ofLine("cat <<EOF\ngit status\nEOF")).isEmpty();
    assertThat(ofLine("-s -1")).isEmpty();
  }
}
