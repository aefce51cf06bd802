package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.Aliases;
import footfall.view.AnswerRules;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;

/** The options that say where answers come from. */
final class SourceOptions {
    @Mixin
    private FilesOptions files;

    /** See {@link FromOption#swallowed}. */
    String swallowed(Predicate<String> form) {
        return files.swallowed(form);
    }

    /** See {@link FilesOptions#targets}. */
    Map<Integer, String> targets(Turn turn, Console console, Settings settings)
            throws CommandFailed, UserError, InterruptedException {
        return files.targets(turn, console, settings);
    }

    AnswerSource open(SettingsCommand command, Settings settings)
            throws CommandFailed, UserError, InterruptedException {
        return open(command, settings, TurnRules.UsageTimes.HOURS);
    }

    /** {@code times}: how exactly answers need the times of tokens. */
    AnswerSource open(SettingsCommand command, Settings settings, TurnRules.UsageTimes times)
            throws CommandFailed, UserError, InterruptedException {
        var rules = new AnswerRules(
                settings.desireRules(), new Aliases(settings.get(SettingKeys.ALIASES)), Integer.MAX_VALUE);
        return new FileSource(files.fold(command.console, settings, times), rules, asTyped(command));
    }

    private List<String> asTyped(SettingsCommand command) {
        return Stream.concat(files.asTyped().stream(), command.settingsOptions.asTyped().stream())
                .toList();
    }
}
