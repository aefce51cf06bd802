package footfall.call;

import java.time.Instant;
import java.util.Set;
import java.util.regex.Pattern;

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

  private static final Pattern VERSION = Pattern.compile("[0-9.]+$");

  /** First words of commands that run other commands, change the machine, or send things away. */
  private static final Set<String> WIDE = words("""
      sudo su doas bash sh dash ksh zsh fish csh tcsh pwsh powershell eval exec command builtin env
      xargs parallel nohup nice ionice stdbuf setsid time timeout watch script ssh scp sftp rsync curl
      wget nc ncat socat telnet python node bunx ruby perl php lua java pipx uvx tsx ts-node osascript
      find awk gawk sed tee rm dd mkfs chmod chown chroot kill pkill killall shutdown reboot halt
      poweroff crontab at dnf yum pacman apk snap mount umount source . aws gcloud""");

  /** Last words of commands with subcommands that do so, whichever command it is. */
  private static final Set<String> WIDE_LAST = words("""
      run exec x dlx tool task eval shell script generate init create new start stop restart kill enable
      disable mask reload isolate poweroff reboot install i ci add remove rm rmi purge uninstall update
      upgrade full-upgrade dist-upgrade autoremove link delete destroy apply patch replace edit scale
      drain cordon taint label annotate cp debug attach proxy port-forward rollout rollback import state
      workspace push publish login release deploy up down clean reset checkout switch restore rebase
      config filter-branch bisect submodule system volume network image container compose prune load api
      auth secret workflow gist extension repo merge close archive transfer rename cancel rerun set""");

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
    var last = words.substring(words.lastIndexOf(' ') + 1);
    boolean isBare = last.length() == words.length();
    return WIDE.contains(name) || WIDE.contains(VERSION.matcher(name).replaceFirst("")) || (isBare
        ? RuleOf.hasCommands(name)
        : WIDE_LAST.contains(last));
  }

  private static Set<String> words(String all) {
    return Set.of(all.strip().split("\\s+"));
  }
}
