package footfall.cli;

import footfall.config.SettingErrors;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.run.Forgetting;
import footfall.screen.SafeText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;

abstract class SettingsCommand extends ConsoleCommand {
    @Mixin
    SettingsOptions settingsOptions = new SettingsOptions();

    /** {@code words} and the settings as arguments of a command. */
    final List<String> withSettings(List<String> words) {
        return Stream.concat(words.stream(), settingsOptions.asTyped().stream()).toList();
    }

    final Settings settings() throws SettingErrors {
        return settingsOptions.read(console);
    }

    /** A text for people: on a terminal, with the name of its user in place of their pseudonym. */
    final String named(String text) {
        return console.isScreen() && Table.hasPseudonym(text)
                ? own().map(own -> text.replace(own, SafeText.of(System.getProperty("user.name"))))
                        .orElse(text)
                : text;
    }

    /** This machine's user as in records; empty where nothing was sent from here. */
    final Optional<String> own() {
        try {
            return Optional.of(Forgetting.me(settings()));
        } catch (UserError | SettingErrors none) {
            return Optional.empty();
        }
    }
}
