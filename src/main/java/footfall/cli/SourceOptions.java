package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.Aliases;
import footfall.view.AnswerRules;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;

/** The options that say where answers come from: local files, or a processor. */
final class SourceOptions {
    @Mixin
    private FilesOptions files;

    @Mixin
    private ServerOptions server;

    /** See {@link FromOption#swallowed}. */
    String swallowed(Predicate<String> form) {
        return files.swallowed(form);
    }

    boolean areFiles() {
        return files.isGiven();
    }

    /** What the steps of a turn were about, which only local files know. See {@link FilesOptions#targets}. */
    Map<Integer, String> targets(Turn turn, Console console, Settings settings)
            throws CommandFailed, UserError, InterruptedException {
        return files.isGiven() ? files.targets(turn, console, settings) : Map.of();
    }

    AnswerSource open(SettingsCommand command, Settings settings)
            throws CommandFailed, UserError, InterruptedException {
        return open(command, settings, TurnRules.UsageTimes.HOURS);
    }

    /** {@code times}: how exactly answers need the times of tokens. */
    AnswerSource open(SettingsCommand command, Settings settings, TurnRules.UsageTimes times)
            throws CommandFailed, UserError, InterruptedException {
        var aliases = new Aliases(settings.get(SettingKeys.ALIASES));
        if (!files.isGiven()) {
            var client = server.client(settings, command.console);
            return new ServerSource(new ServerAnswers(client, aliases), command.withSettings(server.asTyped()));
        }
        server.checkNot(FromOption.NAME);
        var rules = new AnswerRules(settings.desireRules(), aliases, Integer.MAX_VALUE);
        return new FileSource(
                files.fold(command.console, settings, times), rules, command.withSettings(files.asTyped()));
    }
}
