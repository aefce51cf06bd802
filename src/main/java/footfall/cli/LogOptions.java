package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.eventlog.LogRules;
import footfall.report.EventLog;
import footfall.report.EventLogs;
import footfall.report.Selection;
import footfall.report.StandardInput;
import footfall.report.UserError;
import footfall.screen.CountWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options that select the transcripts and activities of an event log. */
final class LogOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private FromOption from;

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH|SESSION",
            description = "Transcripts, folders, homes, or - for standard input; or sessions with their subagents, "
                    + "by a prefix of their ID. A session is looked up in this machine's homes, or in the paths of "
                    + "--from.")
    private List<String> named = List.of();

    @Option(
            names = "--activity",
            paramLabel = "tool|detail|intent",
            converter = ChoiceOptions.Activity.class,
            completionCandidates = ChoiceOptions.Activity.class,
            description = "What an event is called: its tool; in detail: Bash:Version Control, mcp:server:tool; or its "
                    + "intent, what the call was for: read, test. Default: tool.")
    private LogRules.ActivityBy activity = LogRules.ActivityBy.TOOL;

    @Mixin
    private SinceOption since;

    @Mixin
    private AgentOption agent;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Write to FILE instead of stdout. An existing file is replaced once the new one is "
                    + "complete; only you can read it.")
    private Path out;

    LogRules.ActivityBy activity() {
        return activity;
    }

    Path out() {
        return out;
    }

    EventLog.Choice choice(boolean withCopies, Console console) {
        return new EventLog.Choice(since.start(console.clock()), withCopies);
    }

    /** Reads the transcripts and reports unreadable ones on stderr. The caller closes the log. */
    EventLog read(Console console, Settings settings)
            throws CommandFailed, UserError, InterruptedException, IOException {
        var history = TranscriptArgument.history(settings);
        var sessions = new ArrayList<Selection>();
        var places = places(settings, console, sessions);
        EventLog log;
        try (var progress = new ReadingProgress(console)) {
            log = new EventLogs(settings.turnRules(), history, agent.word()).read(places, sessions, progress);
        }
        try {
            ReadingReport.say(log.reading(), places, console);
        } catch (CommandFailed nothing) {
            log.close();
            throw nothing;
        }
        return log;
    }

    /** The files and folders that are named; adds the sessions to {@code sessions}. */
    private List<Path> places(Settings settings, Console console, List<Selection> sessions)
            throws CommandFailed, UserError, InterruptedException {
        if (named.isEmpty() && !from.isGiven()) {
            throw new ParameterException(command.commandLine(), "Missing required parameter: 'PATH|SESSION'");
        }
        var places = new ArrayList<Path>();
        boolean isAllPaths = true;
        for (var name : named) {
            isAllPaths &= existing(name, console) != null;
        }
        if (isAllPaths) {
            places.addAll(from.isGiven() ? from.places(settings, console) : List.of());
        }
        var homes = from.given().isEmpty() ? settings.get(SettingKeys.HOMES) : from.places(settings, console);
        for (var name : named) {
            var path = existing(name, console);
            if (path != null) {
                places.add(path);
                continue;
            }
            var selection = TranscriptArgument.find(name, homes, settings, console);
            if (selection.isFile()) {
                places.addAll(selection.files());
            } else {
                sessions.add(selection);
            }
        }
        return places;
    }

    /** Null when no file or folder has this name. */
    private static Path existing(String name, Console console) throws UserError {
        if (name.equals(StandardInput.TYPED.toString())) {
            return console.in().file();
        }
        try {
            return name.isEmpty() || !Files.exists(Path.of(name)) ? null : Path.of(name);
        } catch (InvalidPathException noPath) {
            return null;
        }
    }

    /** Reports how many steps have no time, or why there are no events. */
    static void sayMissing(EventLog log, EventLog.Written written, String none, Console console) {
        if (written.events() == 0 && log.reading().files() > 0) {
            var excluded = written.excluded();
            console.say(new Exclusions(none, "call", excluded.steps())
                    .filter("--since", excluded.before())
                    .filter("--no-copies", excluded.copies())
                    .filter("a missing time", written.untimed())
                    .text());
        } else if (written.untimed() > 0) {
            console.say("skipped " + CountWords.of(written.untimed(), "step") + " without a time: no line of "
                    + (written.untimed() == 1 ? "its turn" : "their turns") + " has one");
        }
    }
}
