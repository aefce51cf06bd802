package footfall.cli;

import footfall.config.Config;
import footfall.config.SettingErrors;
import footfall.config.SettingKey;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

final class SettingsOptions {
    static final String SET = "--set";
    static final String NAME = "--settings";
    private static final String OLD_NAME = "--config-file";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Read footfall's settings from FILE instead of ~/.footfall/config.toml.")
    private Path file;

    @Option(
            names = OLD_NAME,
            hidden = true,
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "The old name of --settings.")
    private Path oldFile;

    @Option(
            names = SET,
            paramLabel = "KEY=VALUE",
            scope = ScopeType.INHERIT,
            description = "Set one setting for this run; `footfall config --all` lists them. Repeatable.")
    private List<String> assignments = List.of();

    private Settings settings;

    /** These options and one more assignment. */
    SettingsOptions with(String assignment) {
        var more = new SettingsOptions();
        more.file = file();
        more.assignments = new ArrayList<>(assignments);
        more.assignments.add(assignment);
        return more;
    }

    /** These options without assignments. */
    SettingsOptions unassigned() {
        var kept = new SettingsOptions();
        kept.file = file();
        return kept;
    }

    /** The options as arguments of a command; of assignments, only those to these keys. */
    List<String> asTyped(Collection<SettingKey<?>> keys) {
        var names = keys.stream().map(SettingKey::name).collect(Collectors.toSet());
        return words(assignments.stream()
                .filter(assignment -> names.contains(assignment.split("=", 2)[0].strip()))
                .toList());
    }

    /** The options as arguments of a command. */
    List<String> asTyped() {
        return words(assignments);
    }

    private List<String> words(List<String> assignments) {
        var words = new ArrayList<String>();
        if (file() != null) {
            words.addAll(ShellWords.option(NAME, List.of(file())));
        }
        assignments.forEach(assignment -> words.addAll(List.of(SET, assignment)));
        return words;
    }

    /** The same, for a command that starts in another folder. */
    List<String> asTypedAnywhere() {
        var anywhere = new SettingsOptions();
        anywhere.file = file() == null ? null : file().toAbsolutePath();
        anywhere.assignments = assignments;
        return anywhere.asTyped();
    }

    Settings read(Console console) throws SettingErrors {
        if (oldFile != null) {
            console.sayRenamed(OLD_NAME, NAME);
        }
        settings = Config.read(console.environment(), new Config.Flags(file(), assignments));
        console.format(settings.get(SettingKeys.LOG_FORMAT));
        return settings;
    }

    /** Warns of globs of excluded projects that matched nothing, if folders were searched. */
    void warn(Console console) {
        if (settings != null) {
            settings.get(SettingKeys.PROJECTS_EXCLUDE).warnings().forEach(console::say);
        }
    }

    /** Runs the command, then prints the warnings about its settings. */
    static void arm(CommandLine command, Console console) {
        command.setExecutionStrategy(new Strategy(console));
    }

    private record Strategy(Console console) implements CommandLine.IExecutionStrategy {
        @Override
        public int execute(CommandLine.ParseResult result) {
            try {
                return new CommandLine.RunLast().execute(result);
            } finally {
                for (var line : result.asCommandLineList()) {
                    for (var mixin : line.getMixins().values()) {
                        if (mixin instanceof SettingsOptions options) {
                            options.warn(console);
                        }
                    }
                }
            }
        }
    }

    /** The settings file that is read; it need not exist. */
    Path path(Console console) {
        return Config.path(console.environment(), file());
    }

    /** The price list beside it; it need not exist. */
    Path pricesPath(Console console) {
        return Config.pricesPath(console.environment(), file());
    }

    private Path file() {
        return file == null ? oldFile : file;
    }
}
