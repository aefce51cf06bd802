package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.History;
import footfall.report.LocalFiles;
import footfall.report.Selection;
import footfall.report.SessionFiles;
import footfall.report.StandardInput;
import footfall.report.UserError;
import footfall.tail.TranscriptPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The transcript or session that a command reads, and where sessions are looked up. */
final class TranscriptArgument {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private FromOption from = new FromOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "FILE|SESSION",
            description =
                    "A transcript, - for standard input, or a session by its ID or a unique prefix of it. In files, "
                            + "a session is looked up in this machine's homes, or in the paths of --from, and read "
                            + "from all its files.")
    private String named;

    void take(PlainQuestion.Typed typed) {
        named = typed.one();
        from.take(typed.from());
    }

    FromOption from() {
        return from;
    }

    /** Whether the argument is present, or one file with {@code --from} in its place. */
    boolean isNamed() {
        return hasName() || isOneFile();
    }

    boolean hasName() {
        if (named == null) {
            named = from.swallowed(TranscriptArgument::isName);
        }
        return named != null;
    }

    /** Whether local files are asked: with {@code --from}, or by the path of a file. */
    boolean isOfFiles() {
        return from.isGiven() || named != null && (named.equals("-") || SessionFiles.isPath(named));
    }

    String named() {
        return named == null ? from.given().get(0).toString() : named;
    }

    Selection find(Settings settings, Console console) throws CommandFailed, UserError, InterruptedException {
        if (!isNamed()) {
            throw new ParameterException(command.commandLine(), "Missing required parameter: 'FILE|SESSION'");
        } else if (named == null) {
            return Selection.file(from.places(settings, console).get(0));
        }
        if (named.equals(StandardInput.TYPED.toString())) {
            return Selection.file(console.in().file());
        }
        var places = from.given().isEmpty() ? settings.get(SettingKeys.HOMES) : from.places(settings, console);
        return find(named, places, settings, console);
    }

    static Selection find(String named, List<Path> places, Settings settings, Console console)
            throws UserError, InterruptedException {
        var sessions = new SessionFiles(
                places,
                settings.get(SettingKeys.THREADS),
                settings.get(SettingKeys.LINE_BYTES_MAX),
                settings.get(SettingKeys.PROJECTS_EXCLUDE));
        try (var progress = new ReadingProgress(console, "searching")) {
            return sessions.find(named, progress);
        }
    }

    private boolean isOneFile() {
        return isOneFile(from.given());
    }

    /** Whether values of {@code --from} mean one session: one file, or places and the session's name behind them. */
    static boolean isOfOne(List<Path> values) {
        return isOneFile(values) || !values.isEmpty() && FromOption.isSwallowed(values, TranscriptArgument::isName);
    }

    private static boolean isName(String typed) {
        return !typed.contains("/");
    }

    private static boolean isOneFile(List<Path> values) {
        if (values.size() != 1) {
            return false;
        }
        var only = values.get(0);
        return only.equals(StandardInput.TYPED)
                || Files.isRegularFile(only) && !TranscriptPaths.isDatabase(only)
                || TranscriptPaths.isInDatabase(only);
    }

    /** A reader with the configured threads and limits. */
    static LocalFiles files(Settings settings) {
        return new LocalFiles(history(settings));
    }

    /** The same reader, without excluded projects. */
    static History history(Settings settings) {
        return new History(
                settings.get(SettingKeys.THREADS),
                settings.get(SettingKeys.LINE_BYTES_MAX),
                settings.get(SettingKeys.PROJECTS_EXCLUDE));
    }
}
