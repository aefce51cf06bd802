package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.call.CallError;
import footfall.eventlog.EventFormat.JsonLinesFormat;
import footfall.eventlog.LogRules;
import footfall.eventlog.WrittenLog;
import footfall.line.LineParser;
import footfall.session.SessionReport;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.testkit.Folders;
import footfall.testkit.QbitTalk;
import footfall.turn.Prices;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** What holds between the commands on local files of qbit, and between them and turns, in both forms. */
@PropertyDefaults(tries = 60)
class QbitReportsProperties {
    private static final History HISTORY = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);

    private final LocalFiles files = new LocalFiles(HISTORY);
    private Path folder;

    @BeforeProperty
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("footfall-qbit");
    }

    @AfterProperty
    void removeFolder() throws IOException {
        Folders.delete(folder);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(Files.createDirectories(folder.resolve("q1")).resolve("transcript.json"), text);
    }

    private static List<Turn> turns(Path file) throws Exception {
        return new FileTurns(Defaults.TURNS, HISTORY)
                .read(List.of(file), NO_PROGRESS)
                .turns();
    }

    private List<String> rows(Path file) throws Exception {
        var out = folder.resolve("out");
        new Extraction(files, new Extraction.Options(List.of(file), null, out, 5, 10, true))
                .run((path, line, why) -> {}, NO_PROGRESS);
        return ExtractedCalls.of(out).stream()
                .map(row -> row.get("tool_use_id"))
                .toList();
    }

    private SessionReport report(Path file) throws Exception {
        return new FileReports(files, Prices.NONE)
                .one(Selection.file(file), SessionReport.ReportLimits.FULL, NO_PROGRESS)
                .report();
    }

    private List<CallError> errors(Path file) throws Exception {
        var errors = new ArrayList<CallError>();
        new FileErrors(files)
                .read(
                        Selection.file(file),
                        (error, input) -> {
                            assertThat(input == null).isEqualTo(error.input() == null);
                            errors.add(error);
                        },
                        NO_PROGRESS);
        return errors;
    }

    @Property
    void everyCallIsOneStepOneEventOneRowAndOneCallOfTheReport(@ForAll long seed, @ForAll boolean isArray)
            throws Exception {
        var talk = new QbitTalk(seed);
        var file = write(isArray ? talk.array() : talk.lines());
        var steps = turns(file).stream()
                .flatMap(turn -> turn.steps().stream())
                .map(step -> step.use().toolUseId())
                .toList();
        assertThat(rows(file)).containsExactlyElementsOf(steps);
        var report = report(file);
        assertThat(report.totalTools()).isEqualTo(steps.size());
        assertThat(report.toolCalls()).hasSameSizeAs(steps);
        var rules = new LogRules(LogRules.CaseBy.SESSION, LogRules.ActivityBy.DETAIL);
        var events = WrittenLog.jsonLines(LogText.ofPlaces(List.of(file), rules, JsonLinesFormat::new));
        assertThat(events).extracting(event -> event.get("tool_use_id")).containsExactlyInAnyOrderElementsOf(steps);
    }

    @Property
    void errorsHoldEveryErrorOfAStepWithItsInputAndDurationsAndTokensAreThoseOfTurns(
            @ForAll long seed, @ForAll boolean isArray) throws Exception {
        var talk = new QbitTalk(seed);
        var file = write(isArray ? talk.array() : talk.lines());
        var turns = turns(file);
        var failed = turns.stream()
                .flatMap(turn -> turn.steps().stream())
                .filter(step -> step.result().error() != null)
                .map(step -> step.use().toolUseId() + " " + step.result().outcome() + " "
                        + step.result().error())
                .toList();
        var errors = errors(file);
        assertThat(errors)
                .extracting(error -> error.toolUseId() + " " + error.outcome() + " " + error.error())
                .containsAll(failed);
        var report = report(file);
        assertThat(report.toolErrors()).isEqualTo(errors.size());
        assertThat(report.tokens().output())
                .isEqualTo(turns.stream()
                        .mapToLong(turn -> turn.spend().tokens().output())
                        .sum());
        assertThat(report.activeDurationMs())
                .isGreaterThanOrEqualTo(turns.stream()
                        .mapToLong(turn -> turn.span().durationMs())
                        .sum());
    }

    @Property
    void bothFormsTellTheSame(@ForAll long seed) throws Exception {
        var talk = new QbitTalk(seed);
        var lines = report(write(talk.lines()));
        assertThat(report(write(talk.array(talk.size())))).isEqualTo(lines);
    }

    @Property
    void aTornArrayIsNoException(@ForAll long seed, @ForAll int cut) throws Exception {
        var array = new QbitTalk(seed).array();
        var file = write(array.substring(0, Math.floorMod(cut, array.length())));
        report(file);
        errors(file);
        rows(file);
    }
}
