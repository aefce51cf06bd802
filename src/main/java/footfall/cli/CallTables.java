package footfall.cli;

import footfall.config.Settings;
import footfall.report.Extraction;
import footfall.report.Reading;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Calls as CSV, permission rules with their evidence, and a summary: {@code export --out-dir}. */
final class CallTables {
    private static final int PREVIEW_MAX = 10_000;

    @Option(names = "--root", hidden = true, paramLabel = "PATH", description = "The old name of --from.")
    private Path root;

    @Option(
            names = "--out-dir",
            required = true,
            paramLabel = "DIR",
            description = "Write three files to DIR, which is created if it does not exist: each tool call as a row of "
                    + "tool_usage.csv, permission rules with their evidence as permissions.yaml, and the most frequent "
                    + "calls as summary.txt. They contain commands and paths; only you can read them. Existing files "
                    + "are replaced once all three are complete. Duplicate files and the lines that a forked session "
                    + "repeats count once. Without PATH: this machine's transcripts.")
    private Path outDir;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "Rows of each list in summary.txt. Default: 20.")
    private int top = 20;

    @Option(
            names = "--preview-length",
            paramLabel = "N",
            description = "Maximum characters of a preview. Default: 100.")
    private int previewLength = 100;

    @Option(names = "--no-previews", description = "Leave the columns of previews empty.")
    private boolean noPreviews;

    @Option(
            names = "--raw-cells",
            description =
                    "Write cells unchanged. Otherwise one that a spreadsheet would interpret as a formula (it starts "
                            + "with = + - @) gets an apostrophe, and control characters become visible escapes.")
    private boolean rawCells;

    @Option(
            names = {"-v", "--verbose"},
            description = "Report each line and block that is skipped.")
    private boolean verbose;

    /** Where {@code --root} points to, the old name of {@code --from}; null for nowhere. */
    Path root() {
        return root;
    }

    void check(ConsoleCommand command) {
        check(command, "--top", top, Integer.MAX_VALUE);
        check(command, "--preview-length", previewLength, PREVIEW_MAX);
    }

    /** {@code agent}: the word of the only agent; null for all. */
    void write(List<Path> places, String agent, Settings settings, boolean json, Console console) throws Exception {
        var asked = new Extraction.Options(places, agent, outDir, top, noPreviews ? 0 : previewLength, rawCells);
        Extraction.Extracted done;
        try (var progress = new ReadingProgress(console)) {
            done = new Extraction(TranscriptArgument.files(settings), asked)
                    .run(
                            (file, line, why) -> {
                                if (verbose) {
                                    console.say(SafeText.of(file.toString()) + ":" + line + ": skipped: " + why);
                                }
                            },
                            progress);
        }
        var reading = done.reading();
        if (agent != null && reading.files() == 0 && reading.unreadable().isEmpty()) {
            ReadingReport.problems(reading, console);
            console.say(
                    "no transcripts of " + agent + "; name another agent with --agent, or another path with --from");
        } else {
            ReadingReport.say(reading, places, console);
        }
        print(done, json, console);
    }

    private static void check(ConsoleCommand command, String option, int value, int max) {
        if (value < 1 || value > max) {
            throw command.usage(option + " is " + value + "; expected a number from 1 to " + max);
        }
    }

    private record Summary(
            List<String> written, long rows, long files, long badLines, long copiedRows, long copiedFiles) {}

    private static void print(Extraction.Extracted done, boolean json, Console console) throws IOException {
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
