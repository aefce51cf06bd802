package footfall.cli;

import com.fasterxml.jackson.core.JsonFactory;
import footfall.call.CallError;
import footfall.call.ErrorKinds;
import footfall.config.Settings;
import footfall.report.FileErrors;
import footfall.report.Selection;
import footfall.report.UserError;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall errors}. */
@Command(
        name = "errors",
        header = "List the failed tool calls and API errors of a transcript or session, as JSON.",
        description = "Prints an array of {tool, input, error, tool_use_id} in the order of the file, [] when nothing "
                + "failed. tool and input are null when the transcript does not contain the call, and for an error of "
                + "the API. For a session, all "
                + "files of its main agent are read; a subagent's errors are in the subagent's own file. Rejected and "
                + "cancelled calls are included; 'footfall paths' and 'footfall desires' do not count them. Nothing "
                + "has to be running.",
        footer = {
            "  footfall errors 4f2a                         errors of the session whose ID starts with 4f2a",
            "  footfall errors ~/talk.jsonl | jq .[].tool   errors of a file, which may be stream output",
            "  footfall errors 4f2a --kinds                 KIND COUNT TOOLS ERROR: grouped by category",
            "  footfall errors 4f2a --kinds --json          the same as JSON"
        })
final class ErrorsCommand extends SettingsCommand {
    private static final int SHOWN_MAX = 200;

    @Mixin
    private TranscriptArgument transcript;

    @Option(names = "--json", description = "Print one JSON array; the default without --kinds.")
    private boolean json;

    @Option(
            names = "--kinds",
            description = "Group errors by category, the most frequent first, with the latest error of each: rejected, "
                    + "cancelled, api_error, or a category that desires --help lists.")
    private boolean kinds;

    ErrorsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        var selection = transcript.find(settings, console);
        if (kinds) {
            tellKinds(settings, selection);
            return ExitCodes.OK;
        }
        try (var out = new ErrorsJson(console)) {
            read(settings, selection, out::add);
            out.end();
        }
        return ExitCodes.OK;
    }

    private void tellKinds(Settings settings, Selection selection)
            throws UserError, InterruptedException, IOException, CommandFailed {
        var tally = new ErrorKinds();
        read(settings, selection, (error, input) -> tally.add(error));
        var ranked = tally.ranked();
        var table = new Table(
                Table.Column.text("KIND"),
                Table.Column.number("COUNT"),
                Table.Column.longText("TOOLS"),
                Table.Column.longText("ERROR"));
        ranked.forEach(
                kind -> table.row(kind.kind(), kind.count(), ReportText.tools(kind.tools()), shown(kind.error())));
        new ResultPrinter(console, this, json).print(ranked, table, "no errors");
    }

    private void read(Settings settings, Selection selection, FileErrors.Sink sink)
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

    /**
     * Writes one JSON array of errors to stdout, one element a line, as they are found. Nothing is written
     * before the first error or the end, so a file that is not a transcript produces no array.
     */
    private static final class ErrorsJson implements Closeable {
        private static final JsonFactory JSON = new JsonFactory();

        private final Writer out;
        private final boolean isScreen;
        private String between = "[";

        ErrorsJson(Console console) {
            this.out = console.writer();
            this.isScreen = console.isScreen();
        }

        /** {@code input} is already JSON. */
        void add(CallError error, String input) throws IOException {
            var element = new StringWriter();
            try (var json = JSON.createGenerator(element)) {
                json.writeStartObject();
                json.writeStringField("tool", error.tool());
                json.writeFieldName("input");
                json.writeRawValue(input == null ? "null" : input);
                json.writeStringField("error", error.error());
                json.writeStringField("tool_use_id", error.toolUseId());
                json.writeEndObject();
            }
            out.write(between);
            out.write(isScreen ? SafeText.json(element.toString()) : element.toString());
            between = ",\n";
        }

        void end() throws IOException {
            out.write(between.equals("[") ? "[]\n" : "]\n");
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
