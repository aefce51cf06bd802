package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.call.CallError;
import footfall.eventlog.EventFormat.JsonLinesFormat;
import footfall.eventlog.LogRules;
import footfall.eventlog.WrittenLog;
import footfall.line.LineParser;
import footfall.line.Outcome;
import footfall.session.SessionReport;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Fold;
import footfall.testkit.Folders;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Shipment;
import footfall.testkit.Transcripts;
import footfall.turn.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/** What holds between the commands on local files, and between them and turns, for every transcript. */
@PropertyDefaults(tries = 40, edgeCases = EdgeCasesMode.NONE)
class ReportsProperties {
    private final LocalFiles files = new LocalFiles(new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE));
    private Path folder;

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any().filter(script -> !script.moves().isEmpty());
    }

    @BeforeProperty
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("footfall-reports");
    }

    @AfterProperty
    void removeFolder() throws IOException {
        Folders.delete(folder);
    }

    private Path write(Transcripts lines) throws IOException {
        return Files.write(Files.createDirectories(folder.resolve("in")).resolve("s1.jsonl"), lines.bytes());
    }

    private SessionReport report(Path file) throws Exception {
        return new FileReports(files, Prices.NONE)
                .one(Selection.file(file), SessionReport.ReportLimits.FULL, NO_PROGRESS)
                .report();
    }

    private List<List<String>> rows(Path file) throws Exception {
        var out = folder.resolve("out");
        new Extraction(files, new Extraction.Options(List.of(file), null, out, 5, 10, true))
                .run((path, line, why) -> {}, NO_PROGRESS);
        return ExtractedCalls.of(out).stream()
                .map(row -> List.of(row.get("tool_use_id"), row.get("tool_name"), row.get("lineno")))
                .toList();
    }

    @Property
    void everyToolUseIsOneRowAndOneCallOfTheReport(@ForAll("scripts") Script script) throws Exception {
        var lines = script.transcript("s1");
        var file = write(lines);
        var uses = new ArrayList<List<String>>();
        for (int i = 0; i < lines.lines().size(); i++) {
            var found = Pattern.compile("\"tool_use\",\"id\":\"(\\w+)\",\"name\":\"(\\w+)\"")
                    .matcher(lines.lines().get(i));
            while (found.find()) {
                uses.add(List.of(found.group(1), found.group(2), String.valueOf(i + 1)));
            }
        }
        assertThat(rows(file)).containsExactlyElementsOf(uses);
        var report = report(file);
        long ofSubagents = report.subagents().stream()
                .mapToLong(SessionReport.Subagent::toolCount)
                .sum();
        assertThat(report.totalTools() + ofSubagents).isEqualTo(uses.size());
        assertThat(report.toolCounts().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(report.totalTools());
        assertThat(report.toolCalls()).hasSize((int) report.totalTools());
    }

    /** Calls have each an id of their own and a time. */
    @Provide
    Arbitrary<Script> wholesome() {
        return scripts().map(script -> {
            var moves = new ArrayList<>(List.of(new Script.Move(Script.Kind.PROMPT, 0, 0, 0, 1)));
            for (var move : script.moves()) {
                boolean isUntimed = move.kind() == Script.Kind.UNTIMED_WORK;
                moves.add(new Script.Move(
                        isUntimed ? Script.Kind.WORK : move.kind(),
                        move.agent(),
                        moves.size(),
                        move.message(),
                        move.after()));
            }
            return new Script(moves);
        });
    }

    @Property
    void everyToolUseIsOneEventOneRowAndOneCallOfTheReport(@ForAll("wholesome") Script script) throws Exception {
        var file = write(script.transcript("s1"));
        var rules = new LogRules(LogRules.CaseBy.SESSION, LogRules.ActivityBy.TOOL);
        var rows = rows(file).stream().map(row -> row.get(0)).toList();
        var events = WrittenLog.jsonLines(LogText.ofPlaces(List.of(file), rules, JsonLinesFormat::new));
        assertThat(events).extracting(event -> event.get("tool_use_id")).containsExactlyInAnyOrderElementsOf(rows);
        var report = report(file);
        long ofSubagents = report.subagents().stream()
                .mapToLong(SessionReport.Subagent::toolCount)
                .sum();
        assertThat(report.totalTools() + ofSubagents).isEqualTo(rows.size());
    }

    @Property
    void errorsAreWholeWhateverTheySay(@ForAll @Size(max = 4) List<@StringLength(max = 3_000) String> texts)
            throws Exception {
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < texts.size(); i++) {
            lines.assistant(2 * i + 1, "m" + i, Transcripts.use("Bash", "t" + i));
            lines.failed(2 * i + 2, "t" + i, texts.get(i));
        }
        lines.assistant(20, "m20", Transcripts.use("Read", "t20"))
                .results(
                        21,
                        Map.of(
                                "type",
                                "tool_result",
                                "tool_use_id",
                                "t20",
                                "is_error",
                                true,
                                "content",
                                texts.stream().map(Transcripts::text).toList()));
        var errors = new ArrayList<String>();
        new FileErrors(files)
                .read(Selection.file(write(lines)), (error, input) -> errors.add(error.error()), NO_PROGRESS);
        assertThat(errors.subList(0, texts.size())).isEqualTo(texts);
        assertThat(errors.get(texts.size())).isEqualTo(String.join("\n", texts));
        var ofSteps = Fold.turns(lines).get(0).steps().stream()
                .map(step -> step.result().error())
                .toList();
        for (int i = 0; i < errors.size(); i++) {
            assertThat(errors.get(i)).startsWith(ofSteps.get(i));
        }
    }

    @Property
    void errorsHoldEveryErrorOfAStepWithTheSameText(@ForAll("scripts") Script script) throws Exception {
        var lines = script.transcript("s1");
        var errors = new ArrayList<CallError>();
        new FileErrors(files).read(Selection.file(write(lines)), (error, input) -> errors.add(error), NO_PROGRESS);
        var ofSteps = new ArrayList<List<String>>();
        for (var turn : Fold.turns(lines)) {
            turn.steps().stream()
                    .filter(step -> step.result().outcome() == Outcome.ERROR)
                    .forEach(step -> ofSteps.add(
                            List.of(step.use().toolUseId(), step.result().error())));
        }
        assertThat(errors)
                .extracting(error -> List.of(error.toolUseId(), error.error()))
                .containsAll(ofSteps);
        long failed = lines.lines().stream()
                .filter(line -> line.contains("\"is_error\":true"))
                .count();
        assertThat(errors).hasSize((int) failed);
    }

    @Property
    void anyBytesAreATranscriptOrAreRefusedAsNone(@ForAll byte[] bytes) throws Exception {
        var file = Files.write(folder.resolve("any.jsonl"), bytes);
        try {
            report(file);
            new FileErrors(files).read(Selection.file(file), (error, input) -> {}, NO_PROGRESS);
        } catch (UserError none) {
            assertThat(none).hasMessageContaining("is not a transcript");
        }
        rows(file);
    }

    /** Three calls, each of which may be made and linked again and again, to three agents that all work. */
    private static Transcripts linked(List<Integer> moves, Map<String, String> firstTypes) {
        var lines = Transcripts.session("s1").prompt(0, "go");
        for (int i = 0; i < moves.size(); i++) {
            var call = "t" + moves.get(i) / 2 % 3;
            int what = moves.get(i) / 6;
            if (moves.get(i) % 2 == 0) {
                lines.link(i, call, "a" + what);
            } else {
                var use = Transcripts.use("Task", call);
                use.put("input", what == 0 ? Map.of() : Map.of("subagent_type", "type" + what));
                lines.assistant(i, "m" + i, use);
                firstTypes.merge(
                        call, what == 0 ? "" : "type" + what, (first, later) -> first.isEmpty() ? later : first);
            }
        }
        for (int agent = 0; agent < 3; agent++) {
            lines.agent("a" + agent).prompt(90, "x").assistant(91, "n" + agent, Transcripts.use("Read", "r"));
        }
        return lines;
    }

    @Property
    void anAgentHasTheSameCallInTurnsSummaryAndReportAndSoTheSameType(
            @ForAll @Size(max = 15) List<@IntRange(max = 17) Integer> moves) throws Exception {
        var firstTypes = new HashMap<String, String>();
        var lines = linked(moves, firstTypes);
        var ofTurns = new TreeMap<String, String>();
        Fold.turns(lines).stream()
                .filter(turn -> turn.id().agentId() != null)
                .forEach(turn -> ofTurns.put(
                        turn.id().agentId(),
                        firstTypes.getOrDefault(turn.parent().parentToolUseId(), "")));
        var ofSummary = new TreeMap<String, String>();
        Shipment.of("s1.jsonl", lines)
                .sessions(Prices.NONE)
                .get("s1")
                .subagents()
                .forEach(one -> ofSummary.put(one.agentId(), one.subagentType() == null ? "" : one.subagentType()));
        var ofReport = new TreeMap<String, String>();
        report(write(lines))
                .subagents()
                .forEach(one -> ofReport.put(one.agentId(), one.subagentType() == null ? "" : one.subagentType()));
        assertThat(ofTurns).hasSize(3);
        assertThat(ofSummary).isEqualTo(ofTurns);
        assertThat(ofReport).isEqualTo(ofTurns);
    }
}
