package footfall.cli;

import footfall.config.Settings;
import footfall.report.Extraction;
import footfall.report.Reading;
import footfall.report.UserError;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall extract}. */
@Command(
        name = "extract",
        header = "Write tool calls as CSV, permission rules with their evidence, and a summary.",
        description = {
            "Writes each tool call as a row of tool_usage.csv, permission rules with their evidence to "
                    + "permissions.yaml, and the most frequent calls to summary.txt. The files contain commands and "
                    + "paths; only you can read them. Existing files are replaced once all three are complete.",
            "Duplicate files and the lines that a forked session repeats count once. A cell that a spreadsheet would "
                    + "interpret as a formula (it starts with = + - @) gets an apostrophe; control characters become "
                    + "visible escapes."
        },
        footer = {
            "  footfall extract --out-dir usage                            read this machine's transcripts",
            "  footfall extract --from DIR --out-dir usage --top 50 -v     name each skipped line",
            "  footfall extract --from DIR --out-dir usage --no-previews   leave the previews empty"
        })
final class ExtractCommand extends SettingsCommand {
    private static final int PREVIEW_MAX = 10_000;

    @Mixin
    private FromOption from;

    @Option(names = "--root", hidden = true, paramLabel = "PATH", description = "The old name of --from.")
    private Path root;

    @Option(
            names = {"-o", "--out-dir"},
            required = true,
            paramLabel = "DIR",
            description = "Folder for the three files; it is created if it does not exist.")
    private Path outDir;

    @Mixin
    private AgentOption agent;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            defaultValue = "20",
            description = "Rows of each list in summary.txt. Default: 20.")
    private int top;

    @Option(
            names = "--preview-length",
            paramLabel = "N",
            defaultValue = "100",
            description = "Maximum characters of a preview. Default: 100.")
    private int previewLength;

    @Option(names = "--no-previews", description = "Leave the columns of previews empty.")
    private boolean noPreviews;

    @Option(names = "--raw-cells", description = "Write cells unchanged, including formulas and control characters.")
    private boolean rawCells;

    @Option(
            names = {"-v", "--verbose"},
            description = "Report each line and block that is skipped.")
    private boolean verbose;

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean json;

    ExtractCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        check("--top", top, Integer.MAX_VALUE);
        check("--preview-length", previewLength, PREVIEW_MAX);
        var settings = settings();
        var places = places(settings);
        var done = extract(places, settings);
        var reading = done.reading();
        if (agent.word() != null && reading.files() == 0 && reading.unreadable().isEmpty()) {
            ReadingReport.problems(reading, console);
            console.say("no transcripts of " + agent.word()
                    + "; name another agent with --agent, or another path with --from");
        } else {
            ReadingReport.say(reading, places, console);
        }
        print(done);
        return ExitCodes.OK;
    }

    private List<Path> places(Settings settings) throws CommandFailed, UserError {
        if (root == null) {
            return from.places(settings, console);
        }
        console.sayRenamed("--root", FromOption.NAME);
        return Homes.existing(
                Stream.concat(Stream.of(root), from.given().stream()).toList());
    }

    private void check(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw usage(option + " is " + value + "; expected a number from 1 to " + max);
        }
    }

    private Extraction.Extracted extract(List<Path> places, Settings settings) throws UserError, InterruptedException {
        var asked = new Extraction.Options(places, agent.word(), outDir, top, noPreviews ? 0 : previewLength, rawCells);
        try (var progress = new ReadingProgress(console)) {
            return new Extraction(TranscriptArgument.files(settings), asked).run(this::skipped, progress);
        }
    }

    private void skipped(Path file, long line, String why) {
        if (verbose) {
            console.say(SafeText.of(file.toString()) + ":" + line + ": skipped: " + why);
        }
    }

    private record Summary(
            List<String> written, long rows, long files, long badLines, long copiedRows, long copiedFiles) {}

    private void print(Extraction.Extracted done) throws IOException {
        Reading reading = done.reading();
        if (json) {
            var written =
                    done.written().stream().map(one -> one.path().toString()).toList();
            JsonOut.printObject(
                    console,
                    new Summary(
                            written,
                            done.calls(),
                            reading.files(),
                            reading.rejectedLines(),
                            done.copiedCalls(),
                            reading.copies()));
            return;
        }
        try (var out = console.writer()) {
            out.write(
                    CountWords.of(done.calls(), "call") + " in " + CountWords.of(reading.files(), "transcript") + "\n");
            for (var written : done.written()) {
                out.write(SafeText.of(written.path().toString()) + (written.isReplaced() ? " (replaced)\n" : "\n"));
            }
        }
    }
}
