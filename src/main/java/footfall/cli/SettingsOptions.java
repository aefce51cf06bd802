package footfall.cli;

import footfall.config.Config;
import footfall.config.Mistakes;
import footfall.config.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options that say what holds. */
final class SettingsOptions {
  @Option(
      names = "--config-file",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "Read settings from this file, not from ~/.footfall/config.toml.") private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      scope = ScopeType.INHERIT,
      description = "Set one key for this run; `footfall config` lists them. Repeatable.") private List<
          String> assignments = List.of();

  /** These and one assignment more. */
  SettingsOptions with(String assignment) {
    var more = new SettingsOptions();
    more.file = file;
    more.assignments = new ArrayList<>(assignments);
    more.assignments.add(assignment);
    return more;
  }

  /** The same as words of a command. */
  List<String> asTyped() {
    var words = new ArrayList<String>();
    if (file != null) {
      words.addAll(ShellWords.option("--config-file", List.of(file)));
    }
    assignments.forEach(assignment -> words.addAll(List.of("--set", assignment)));
    return words;
  }

  Settings read(Console console) throws Mistakes {
    return Config.read(console.environment(), new Config.Flags(file, assignments));
  }
}
