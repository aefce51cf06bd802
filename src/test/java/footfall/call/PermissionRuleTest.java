package footfall.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionRuleTest {
  private static PermissionRule.Level proposed(String words) {
    return new PermissionRule("Bash(" + words + ":*)", 9, 9, 0, 0, 0, 0, null).proposal().level();
  }

  @ParameterizedTest
  @ValueSource(strings = {"poetry run", "kubectl exec", "kubectl delete", "kubectl apply", "terraform apply",
    "terraform destroy", "docker compose exec", "docker compose run", "docker-compose exec", "pnpm exec",
    "yarn exec", "bun x", "pip install", "npm install", "apt-get install", "gh repo delete", "gh api",
    "systemctl stop", "git push", "uv run", "aws s3", "nice", "command", "stdbuf", "setsid", "dash", "ksh",
    "pwsh", "bunx", "make", "tee", "/usr/bin/git", "python3.12", "cargo", "npm run"})
  void whatRunsOrChangesAnythingIsAsked(String words) {
    assertThat(proposed(words)).isEqualTo(PermissionRule.Level.ASK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"git log", "git status", "npm run test", "npm test", "kubectl get", "pip list",
    "docker ps", "docker compose ps", "gh pr view", "terraform plan", "systemctl status", "ls", "cargo test",
    "make test"})
  void whatOnlyLooksOrTestsIsAllowed(String words) {
    assertThat(proposed(words)).isEqualTo(PermissionRule.Level.ALLOW);
  }
}
