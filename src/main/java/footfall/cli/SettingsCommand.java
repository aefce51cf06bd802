package footfall.cli;

import footfall.config.SettingErrors;
import footfall.config.Settings;
import picocli.CommandLine.Mixin;

/** A command that reads settings. */
abstract class SettingsCommand extends ConsoleCommand {
    @Mixin
    SettingsOptions settingsOptions;

    SettingsCommand(Console console) {
        super(console);
    }

    final Settings settings() throws SettingErrors {
        return settingsOptions.read(console);
    }
}
