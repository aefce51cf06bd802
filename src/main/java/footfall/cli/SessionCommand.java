package footfall.cli;

import footfall.config.Settings;
import footfall.report.FileReports;
import footfall.report.UserError;
import footfall.screen.CountWords;
import footfall.session.ReportLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall session}. */
@Command(
        name = "session",
        header = "Report on one session.",
        description = {
            "Reports prompts, tools and files, tokens and cost, and subagents. Counts are those of the main "
                    + "agent; subagents are listed separately. All files of the session are read; a forked session "
                    + "includes the lines it repeats. Nothing has to be running.",
            "--json lists at most 100,000 calls and 20,000 user turns, and the report counts at most 20,000 "
                    + "different paths and commands. stderr reports what is omitted; totals are exact."
        },
        footer = {
            "  footfall session 4f2a                       report on the session whose ID starts with 4f2a",
            "  footfall session ~/talk.jsonl --json        print every key as one JSON object",
            "  footfall session 4f2a --json | jq .cost_estimate"
        })
final class SessionCommand extends SettingsCommand {
    @Mixin
    private TranscriptArgument transcript;

    @Option(names = "--json", description = "Print one JSON object with every key; absent values are null.")
    private boolean json;

    SessionCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        var result = read(settings);
        if (json) {
            JsonOut.printObject(console, result.report());
        } else {
            ReportText.print(console, new ResultPrinter(console, command, false).width(), result.report());
        }
        ReadingReport.problems(result.reading(), console);
        MissingPrices.say(result.report().unpricedModels().stream(), console);
        var omitted = result.omitted();
        if (!omitted.isNothing()) {
            console.say("omitted beyond the limits: " + CountWords.of(omitted.toolCalls(), "call") + ", "
                    + CountWords.of(omitted.userTurns(), "user turn") + ", "
                    + CountWords.of(omitted.pathCalls(), "call")
                    + " by path, "
                    + CountWords.number(omitted.commandCalls()) + " by command");
        }
        return ExitCodes.OK;
    }

    private FileReports.Result read(Settings settings) throws CommandFailed, UserError, InterruptedException {
        var reports = new FileReports(TranscriptArgument.files(settings), settings.prices());
        var limits = json ? ReportLimits.FULL : ReportLimits.TEXT;
        var selection = transcript.find(settings, console);
        try (var progress = new ReadingProgress(console)) {
            return reports.one(selection, limits, progress);
        }
    }
}
