package footfall.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import footfall.call.ErrorKinds;
import footfall.config.Settings;
import footfall.report.FileErrors;
import footfall.report.Selection;
import footfall.report.UserError;
import footfall.screen.CountWords;
import java.io.IOException;
import picocli.CommandLine.Option;

/**
 * What failed in a session: {@code sessions --errors}. Its JSON is an array of {tool, input, error, tool_use_id} in the
 * order of the file.
 */
final class SessionErrors {
    private static final int SHOWN_MAX = 200;

    @Option(
            names = "--errors",
            required = true,
            description = "List the failed calls and API errors of one session as JSON: an array of {tool, input, "
                    + "error, tool_use_id} in the order of the file, [] when nothing failed. tool and input are null "
                    + "when the transcript does not contain the call, and for an error of the API. For a session, all "
                    + "files of its main agent are read; a subagent's errors are in the subagent's own file. Rejected "
                    + "and cancelled calls are included; 'footfall tools' and 'footfall desires' do not count them.")
    private boolean isGiven;

    @Option(
            names = "--kinds",
            description = "Group what --errors lists by category, the most frequent first, with the latest error of "
                    + "each: rejected, cancelled, api_error, or a category that desires --help lists.")
    private boolean kinds;

    void print(TranscriptArgument transcript, Settings settings, ResultPrinter printer) throws Exception {
        var selection = transcript.find(settings, printer.console());
        if (kinds) {
            printKinds(transcript, settings, selection, printer);
            return;
        }
        // A file that is no transcript prints no array.
        try (var out = new JsonOut.Array(printer.console())) {
            FileErrors.Sink sink =
                    (error, input) -> out.add(new Row(error.tool(), input, error.error(), error.toolUseId()));
            read(transcript, settings, selection, sink, printer.console());
            out.end();
        }
    }

    private static void printKinds(
            TranscriptArgument transcript, Settings settings, Selection selection, ResultPrinter printer)
            throws UserError, InterruptedException, IOException, CommandFailed {
        var tally = new ErrorKinds();
        read(transcript, settings, selection, (error, input) -> tally.add(error), printer.console());
        var ranked = tally.ranked();
        var table = Table.of(ranked)
                .text("KIND", ErrorKinds.ErrorKind::kind)
                .number("COUNT", ErrorKinds.ErrorKind::count)
                .longText("TOOLS", kind -> ReportText.tools(kind.tools()))
                .longText("ERROR", kind -> shown(kind.error()));
        printer.print(ranked, table, "no errors");
    }

    private static void read(
            TranscriptArgument transcript,
            Settings settings,
            Selection selection,
            FileErrors.Sink sink,
            Console console)
            throws UserError, InterruptedException, CommandFailed {
        FileErrors.Result result;
        try (var progress = new ReadingProgress(console)) {
            result = new FileErrors(TranscriptArgument.files(settings)).read(selection, sink, progress);
        }
        ReadingReport.problems(result.reading(), console);
        if (result.forgotten() > 0) {
            console.say(CountWords.of(result.forgotten(), "call")
                    + " without a result exceeded the limit; if one failed, "
                    + "its error is listed without tool and input");
        }
        if (result.lost() > 0) {
            console.say(CountWords.of(result.lost(), "input is", "inputs are") + " missing: " + transcript.named()
                    + " changed while it was read; run the command again");
        }
    }

    /** One row of the output. */
    private static String shown(String error) {
        var line = error.length() > SHOWN_MAX ? error.substring(0, SHOWN_MAX) + "…" : error;
        return line.strip().replaceAll("\\s+", " ");
    }

    /** An error as JSON; {@code input} is JSON already. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record Row(String tool, @JsonRawValue String input, String error, String toolUseId) {}
}
