package footfall.call;

import java.time.Instant;
import java.util.Set;

/**
 * A rule and the calls that it would have covered. {@code rejected}: the user said no; {@code failed}: the
 * tool did; {@code cancelled}: with another call; {@code unanswered}: no result stands in the file. A command
 * line of several commands is evidence for the rule of each. {@code lastUsed} may be null.
 */
public record PermissionRule(String rule, long used, long ok, long rejected, long failed, long cancelled,
    long unanswered, Instant lastUsed) {
  /** Fewer calls are no ground to allow anything. */
  static final int ALLOW_MIN = 3;
  static final int DENY_MIN = 2;

  /** First words of commands that run other commands, change the machine, or send things away. */
  private static final Set<String> WIDE = Set.of("sudo", "su", "doas", "bash", "sh", "zsh", "fish", "eval",
      "exec", "env", "xargs", "nohup", "time", "timeout", "watch", "ssh", "scp", "rsync", "curl", "wget",
      "nc",
      "python", "python3", "node", "deno", "bun", "ruby", "perl", "php", "npx", "uvx", "osascript", "find",
      "awk", "sed", "rm", "dd", "mkfs", "chmod", "chown", "kill", "pkill", "killall", "shutdown", "reboot",
      "git", "docker", "kubectl", "terraform", "aws", "gcloud", "helm", "npm", "pip", "pip3", "source", ".",
      "git push", "git reset", "git clean", "git checkout", "git restore", "git rebase", "git config",
      "docker run", "docker exec", "docker rm", "docker rmi", "docker system", "npm publish", "npm exec",
      "cargo publish", "gh api", "uv run", "go run", "deno run", "pnpm dlx", "yarn dlx");

  /** What is proposed for it. */
  public enum Level {
    ALLOW,
    ASK,
    DENY
  }

  /** A proposal, and the ground for it in a few words. */
  public record Proposal(Level level, String because) {}

  public Proposal proposal() {
    if (rejected >= DENY_MIN && rejected * 2 >= used) {
      return new Proposal(Level.DENY, "rejected at least every second time");
    } else if (rejected > 0) {
      return new Proposal(Level.ASK, "rejected before");
    } else if (isWide()) {
      return new Proposal(Level.ASK, "reaches further than these calls show");
    } else if (RuleOf.isSecret(rule)) {
      return new Proposal(Level.ASK, "looks like a secret");
    } else if (used < ALLOW_MIN) {
      return new Proposal(Level.ASK, "used less than " + ALLOW_MIN + " times");
    } else if (ok == 0) {
      return new Proposal(Level.ASK, "never went well");
    }
    return new Proposal(Level.ALLOW, "used and never rejected");
  }

  private boolean isWide() {
    var prefix = "Bash(";
    if (!rule.startsWith(prefix)) {
      return false;
    }
    var words = rule.substring(prefix.length(), rule.lastIndexOf(":*"));
    var first = Words.first(words);
    var name = first.substring(first.lastIndexOf('/') + 1);
    return WIDE.contains(name + words.substring(first.length()));
  }
}
