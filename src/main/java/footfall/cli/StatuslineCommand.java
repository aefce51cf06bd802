package footfall.cli;

import footfall.ask.ApiClient.ApiFailed;
import footfall.ask.ServerAnswers;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.line.Outcome;
import footfall.loop.Loop;
import footfall.loop.Repeat;
import footfall.report.PresentTurn;
import footfall.report.UserError;
import footfall.run.ProcessorFile;
import footfall.screen.CountWords;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Answers;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.Filter.InvalidFilter;
import footfall.view.Selection;
import footfall.wire.RecordScanner;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

@Command(
        name = StatuslineCommand.NAME,
        header = "Print a status line for Claude Code: the turn's steps and cost.",
        description = {
            "Claude Code runs it after each message and shows what it prints. Add the lines below to "
                    + "~/.claude/settings.json to switch it on.",
            "Reads the JSON object of Claude Code on standard input. The turn is that of the processor of this "
                    + "machine, or without one that of the end of the transcript that the object names. The line has "
                    + "the steps of this turn, its cost of that of the session, its largest loop, its calls that "
                    + "brought nothing new, how long it waited for a person, and how much of the context is used. "
                    + "What is unknown or zero is left out. Nothing is kept. 9+ steps: the turn is so large that its "
                    + "beginning was not read."
        },
        footer = {
            "  footfall statusline < status.json      what Claude Code shows",
            "  \"statusLine\": {                         in ~/.claude/settings.json",
            "  \"type\": \"command\",",
            "  \"command\": \"footfall statusline\" }"
        })
final class StatuslineCommand extends SettingsCommand implements PlainQuestion {
    static final String NAME = "statusline";

    private static final int INPUT_BYTES_MAX = 1 << 20;
    /** Of a session and its subagents. */
    private static final int TURNS_MAX = 20;

    private static final String NO_STATUS = "footfall: no status of Claude Code on standard input";
    /** Of the name of a loop, {@code (Edit → Bash){2+}}, what is no activity. */
    private static final String NOTATION = "[()]|\\{.*}";

    private static final String BETWEEN = " · ";

    /** What Claude Code says of a session; absent fields are null. */
    record Status(String sessionId, String transcriptPath, CostSoFar cost, ContextWindow contextWindow) {}

    record CostSoFar(BigDecimal totalCostUsd) {}

    record ContextWindow(BigDecimal usedPercentage) {}

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        try (var out = console.writer()) {
            out.write(text(settings) + "\n");
        }
        return ExitCodes.OK;
    }

    private String text(Settings settings) {
        // The stream of a file asks for its position, which a pipe does not have.
        try (var input = new BufferedInputStream(console.in().stream())) {
            var status = RecordScanner.of(Status.class).read(input.readNBytes(INPUT_BYTES_MAX));
            return status == null ? NO_STATUS : line(status, settings);
        } catch (IOException unreadable) {
            return NO_STATUS;
        }
    }

    private String line(Status status, Settings settings) {
        var parts = new ArrayList<String>();
        var present =
                ofProcessor(status.sessionId(), settings).or(() -> ofTranscript(status.transcriptPath(), settings));
        present.ifPresent(found -> parts.add(steps(found)));
        var total = status.cost() == null ? null : status.cost().totalCostUsd();
        var ofTurn = present.map(found -> found.turn().spend().costUsd()).orElse(null);
        if (ofTurn != null && present.get().isWhole()) {
            parts.add(MoneyText.of(ofTurn) + (total == null ? "" : " of " + MoneyText.of(total)));
        } else if (total != null) {
            parts.add(MoneyText.of(total) + " so far");
        }
        present.ifPresent(found -> addDetours(parts, found.turn()));
        var context = status.contextWindow();
        if (context != null && context.usedPercentage() != null) {
            parts.add("context "
                    + context.usedPercentage().setScale(0, RoundingMode.HALF_UP).toPlainString() + "%");
        }
        return parts.isEmpty() ? "footfall: no turn yet" : String.join(BETWEEN, parts);
    }

    /** Empty if none runs on this machine, or it does not know the session. */
    private Optional<PresentTurn> ofProcessor(String sessionId, Settings settings) {
        if (sessionId == null || !Files.exists(ProcessorFile.in(settings.get(SettingKeys.DATA_DIR)))) {
            return Optional.empty();
        }
        try {
            var client = new ServerOptions().client(settings, this).impatient();
            var answers = new ServerAnswers(client, new Aliases(Map.of()));
            var session = Selection.parse(Map.of(Filter.SESSION, sessionId));
            return openTurn(answers, session)
                    .or(() -> lastTurn(answers, session))
                    .map(turn -> new PresentTurn(turn, true));
        } catch (CommandFailed | ApiFailed | InvalidFilter unknown) {
            return Optional.empty();
        }
    }

    private static Optional<Turn> openTurn(Answers answers, Selection session) {
        return answers.openTurns(session, TURNS_MAX).items().stream()
                .filter(turn -> turn.agentId() == null)
                .findFirst()
                .map(turn -> answers.turn(turn.turnId()).item());
    }

    private static Optional<Turn> lastTurn(Answers answers, Selection session) {
        return answers.turns(session, new Answers.Page(null, TURNS_MAX, Direction.DESC)).items().stream()
                .filter(turn -> turn.id().agentId() == null)
                .findFirst();
    }

    /** Empty if it cannot be read. */
    private static Optional<PresentTurn> ofTranscript(String transcript, Settings settings) {
        try {
            return transcript == null
                    ? Optional.empty()
                    : PresentTurn.of(Path.of(transcript), settings.turnRules(), TranscriptArgument.history(settings));
        } catch (IOException | UserError | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }

    private static String steps(PresentTurn present) {
        var steps = CountWords.of(present.turn().size().length(), "step");
        long failures = present.turn().steps().stream()
                .filter(step -> step.result().outcome() == Outcome.ERROR)
                .count();
        return (present.isWhole() ? steps : steps.replaceFirst(" ", "+ "))
                + (failures == 0 ? "" : ", " + CountWords.number(failures) + " failed");
    }

    private static void addDetours(ArrayList<String> parts, Turn turn) {
        var detours = turn.detours();
        detours.loops().stream()
                .max(Comparator.comparingInt(Loop::excess))
                .ifPresent(loop -> parts.add("loop " + loop.name().replaceAll(NOTATION, "") + " ×" + loop.rounds()));
        long repeats = detours.repeats().stream()
                .map(Repeat::kind)
                .filter(Repeat.Kind::isWaste)
                .count();
        if (repeats > 0) {
            parts.add(CountWords.of(repeats, "repeat"));
        }
        var waited = turn.span().waitedMs();
        if (waited != null && waited > 0) {
            parts.add("waited " + DurationText.of(Duration.ofMillis(waited)));
        }
    }
}
