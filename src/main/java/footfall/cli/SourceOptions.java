package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.FileTurns;
import footfall.report.FoldCache;
import footfall.report.StandardInput;
import footfall.report.StepTargets;
import footfall.report.UserError;
import footfall.run.Build;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import footfall.view.Aliases;
import footfall.view.AnswerRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say where answers come from: local files, or a processor. */
final class SourceOptions {
    @Mixin
    private FilesOptions files = new FilesOptions();

    @Mixin
    private ServerOptions server = new ServerOptions();

    /** See {@link FromOption#swallowed}. */
    String swallowed(Predicate<String> form) {
        return files.swallowed(form);
    }

    boolean areFiles() {
        return files.isGiven();
    }

    /** Whether they are the agents' folders of this machine, because none is named. */
    boolean areHomes() {
        return files.isGiven() && files.from.given().isEmpty();
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
            var client = server.client(settings, command);
            return new ServerSource(new ServerAnswers(client, aliases), command.withSettings(server.asTyped()));
        }
        server.checkNot(FromOption.NAME);
        var rules = new AnswerRules(settings.desireRules(), aliases, Integer.MAX_VALUE);
        return new FileSource(
                files.fold(command.console, settings, times), rules, command.withSettings(files.asTyped()));
    }

    /** Reads turns from local transcripts. */
    static final class FilesOptions {
        @Mixin
        private FromOption from = new FromOption();

        @Option(
                names = "--no-cache",
                description = "With --from, read all transcripts again, and keep nothing for the next question.")
        private boolean isUncached;

        boolean isGiven() {
            return from.isGiven();
        }

        /** The options as arguments of a command. */
        List<String> asTyped() {
            return from.asTyped();
        }

        /** See {@link FromOption#swallowed}. */
        String swallowed(Predicate<String> form) {
            return from.swallowed(form);
        }

        /** Reads the files and reports unreadable ones on stderr. The caller closes the result. */
        FileTurns.Folded fold(Console console, Settings settings, TurnRules.UsageTimes times)
                throws CommandFailed, UserError, InterruptedException {
            var places = from.places(settings, console);
            var folded = fold(places, console, settings, times);
            try {
                ReadingReport.say(folded.reading(), places, console);
            } catch (CommandFailed nothing) {
                folded.close();
                throw nothing;
            }
            return folded;
        }

        /** What the steps of a turn were about, by sequence. */
        Map<Integer, String> targets(Turn turn, Console console, Settings settings)
                throws CommandFailed, UserError, InterruptedException {
            return new StepTargets(settings.turnRules(), TranscriptArgument.history(settings))
                    .of(from.places(settings, console), turn);
        }

        private FileTurns.Folded fold(List<Path> places, Console console, Settings settings, TurnRules.UsageTimes times)
                throws UserError, InterruptedException {
            var history = TranscriptArgument.history(settings);
            try (var progress = new ReadingProgress(console)) {
                return new FileTurns(settings.turnRules().with(times), history, cache(places, settings))
                        .read(places, progress);
            }
        }

        /** Standard input is a new file each time. */
        private FoldCache cache(List<Path> places, Settings settings) {
            return isUncached || places.stream().anyMatch(StandardInput::is)
                    ? FoldCache.none()
                    : new FoldCache(
                            settings.get(SettingKeys.DATA_DIR).resolve("cache"),
                            FoldCache.Limits.of(settings.get(SettingKeys.CACHE_BYTES_MAX)),
                            Build.properties() + " " + settings.ofReading(),
                            new JsonBytes());
        }
    }
}
