package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.Briefs;
import footfall.report.Briefs.Artifacts;
import footfall.report.Reading;
import footfall.report.Selection;
import footfall.report.UserError;
import footfall.screen.SafeText;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** A transcript as text for a summarizer: {@code sessions --brief}. */
final class SessionText {
    private static final String INPUT = "summarizer-input";
    private static final String SUMMARY = "summary";

    @Option(
            names = "--brief",
            description = "Print one session as text for a summarizer: blocks that start with [turn NNN], each "
                    + "followed by a blank line. Thinking, deltas, plans, workflows and the tool calls of subagents "
                    + "are omitted. Transcript text that looks like a block header is escaped.")
    private boolean isGiven;

    @Option(
            names = "--save",
            description = "Save what --brief prints as summarizer-input-SESSION-SECONDS.md, and print its path.")
    private boolean save;

    @Option(
            names = "--save-summary",
            paramLabel = "SESSION",
            description = "Save standard input as summary-SESSION-SECONDS.md, with SESSION as given.")
    private String summaryOf;

    @Option(
            names = "--artifacts",
            paramLabel = "DIR",
            description = "Save files in DIR. Default: ~/.footfall/artifacts.")
    private Path artifacts;

    void print(TranscriptArgument transcript, Settings settings, Console console) throws Exception {
        if (summaryOf != null) {
            say(keepSummary(settings, console), console);
            return;
        }
        var selection = transcript.find(settings, console);
        if (save) {
            var session = TranscriptArgument.files(settings).session(selection);
            say(
                    artifacts(settings, console).save(INPUT, session, out -> write(selection, settings, console, out)),
                    console);
            return;
        }
        try (var out = console.isScreen() ? new VisibleWriter(console.writer()) : console.writer()) {
            write(selection, settings, console, out);
        }
    }

    void check(TranscriptArgument transcript, ConsoleCommand command) {
        boolean isNamed = transcript.isNamed();
        if (!isNamed && summaryOf == null) {
            throw command.usage("name a transcript or a session, or give --save-summary SESSION");
        } else if (isNamed && summaryOf != null) {
            throw command.usage("--save-summary reads the summary from standard input; remove " + transcript.named());
        } else if (save && summaryOf != null) {
            throw command.usage("--save and --save-summary exclude each other; give one of them");
        } else if (artifacts != null && !save && summaryOf == null) {
            throw command.usage("--artifacts requires --save or --save-summary");
        } else if (summaryOf != null && summaryOf.isBlank()) {
            throw command.usage("session must not be empty");
        }
    }

    private Artifacts artifacts(Settings settings, Console console) {
        var folder = artifacts == null ? settings.get(SettingKeys.DATA_DIR).resolve("artifacts") : artifacts;
        return new Artifacts(folder, console.clock());
    }

    private static void say(Path kept, Console console) throws IOException {
        try (var out = console.writer()) {
            out.write((console.isScreen() ? SafeText.of(kept.toString()) : kept.toString()) + "\n");
        }
    }

    private Path keepSummary(Settings settings, Console console)
            throws IOException, CommandFailed, UserError, InterruptedException {
        var summary = new PushbackInputStream(console.in().stream());
        int first = summary.read();
        if (first < 0) {
            throw new CommandFailed("standard input is empty; give the summary: footfall sessions --save-summary "
                    + ShellWords.of(summaryOf) + " < summary.md");
        }
        summary.unread(first);
        return artifacts(settings, console)
                .save(
                        SUMMARY,
                        summaryOf,
                        out -> new InputStreamReader(summary, StandardCharsets.UTF_8).transferTo(out));
    }

    private static void write(Selection selection, Settings settings, Console console, Writer out)
            throws UserError, InterruptedException {
        Reading reading;
        try (var progress = new ReadingProgress(console)) {
            reading = new Briefs(TranscriptArgument.files(settings)).write(selection, out, progress);
        }
        ReadingReport.problems(reading, console);
    }

    /** Writes untrusted text to a terminal: keeps line breaks and tabs, escapes other control characters. */
    static final class VisibleWriter extends FilterWriter {
        VisibleWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(String text, int from, int length) throws IOException {
            int start = from;
            for (int i = from; i < from + length; i++) {
                char c = text.charAt(i);
                if (c == '\n' || c == '\t') {
                    out.write(SafeText.of(text.substring(start, i)));
                    out.write(c);
                    start = i + 1;
                }
            }
            out.write(SafeText.of(text.substring(start, from + length)));
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            write(new String(text, from, length), 0, length);
        }

        @Override
        public void write(int c) throws IOException {
            write(String.valueOf((char) c), 0, 1);
        }
    }
}
