package footfall.cli;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.ask.ServerAnswers;
import footfall.config.Settings;
import footfall.report.FileReports;
import footfall.report.UserError;
import footfall.screen.CountWords;
import footfall.session.SessionReport.ReportLimits;
import footfall.session.SessionSummary;
import footfall.view.Aliases;
import footfall.wire.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
                    + "includes the lines it repeats.",
            "With --from, or for a file: nothing has to be running. Without: the summary that a processor keeps of the "
                    + "session, without texts, paths and commands.",
            "--json lists at most 100,000 calls and 20,000 user turns, and the report counts at most 20,000 "
                    + "different paths and commands. stderr reports what is omitted; totals are exact."
        },
        footer = {
            "  footfall session 4f2a --from                report on the session whose ID starts with 4f2a",
            "  footfall session ~/talk.jsonl --json        print every key as one JSON object",
            "  footfall session 4f2a --json | jq .cost_estimate   ask a running processor"
        })
final class SessionCommand extends SettingsCommand {
    @Mixin
    private TranscriptArgument transcript;

    @Mixin
    private ServerOptions server;

    @Option(names = "--json", description = "Print one JSON object with every key; absent values are null.")
    private boolean json;

    SessionCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        boolean isNamed = transcript.isNamed();
        if (server.isGiven() || isNamed && !transcript.isOfFiles()) {
            return ofServer(settings);
        }
        server.check();
        var result = read(settings);
        if (json) {
            JsonOut.printObject(console, result.report());
        } else {
            ReportText.print(console, new ResultPrinter(console, this, false).width(), result.report());
        }
        ReadingReport.problems(result.reading(), console);
        var others = result.otherSessions();
        if (!others.isEmpty()) {
            console.say(CountWords.of(others.size(), "other session is", "other sessions are") + " in "
                    + transcript.named() + ": " + String.join(", ", others) + "; report on "
                    + (others.size() == 1 ? "it" : "one") + " with --from");
        }
        MissingPrices.say(Stream.ofNullable(result.report().bill().totalUnpriced()), console);
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

    private int ofServer(Settings settings) throws CommandFailed, IOException {
        if (!transcript.isNamed()) {
            throw usage("Missing required parameter: 'SESSION'");
        } else if (transcript.isOfFiles()) {
            throw usage("with --server, name a session by its ID; omit --from and paths");
        }
        var client = server.client(settings, this);
        var source = new ServerSource(new ServerAnswers(client, new Aliases(Map.of())), withSettings(server.asTyped()));
        var found = source.answers().session(source.session(transcript.named()));
        CoverageReport.say(found.coverage(), console);
        if (json) {
            JsonOut.printObject(console, found.item());
        } else {
            new ResultPrinter(console, this, false).print(List.of(found.item()), table(found.item()), null);
        }
        MissingPrices.say(Stream.ofNullable(found.item().bill().totalUnpriced()), console);
        return ExitCodes.OK;
    }

    /** A row for each field of the JSON. */
    private static Table table(SessionSummary summary) {
        var table = new Table(Table.Column.text("FIELD"), Table.Column.longText("VALUE"));
        Json.MAPPER
                .<JsonNode>valueToTree(summary)
                .properties()
                .forEach(field -> table.row(
                        field.getKey(),
                        field.getValue().isValueNode()
                                ? field.getValue().asText()
                                : field.getValue().toString()));
        return table;
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
