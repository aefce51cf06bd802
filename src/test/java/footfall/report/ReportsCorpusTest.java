package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.eventlog.EventFormat.CsvFormat;
import footfall.eventlog.EventFormat.XesFormat;
import footfall.eventlog.FollowsGraph;
import footfall.eventlog.LogRules;
import footfall.eventlog.Pm4pyGraph;
import footfall.eventlog.WrittenLog;
import footfall.line.LineParser;
import footfall.line.Outcome;
import footfall.picture.FollowsPicture;
import footfall.session.SessionReport;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcripts;
import footfall.testkit.Defaults;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** The commands on local files over 105 real transcripts, against their turns. Skipped without them. */
class ReportsCorpusTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");
    private static final History HISTORY = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
    private static List<Turn> turns;

    private final LocalFiles files = new LocalFiles(HISTORY);

    @BeforeAll
    static void fold() throws Exception {
        assumeThat(CORPUS).exists();
        try (var folded = new FileTurns(Defaults.TURNS, HISTORY).read(List.of(CORPUS), NO_PROGRESS)) {
            turns = new ArrayList<>(folded.turns());
        }
    }

    @Test
    void sessionsCallWhatTheirTurnsCall() throws Exception {
        var reports = new FileReports(files, Prices.NONE)
                .all(List.of(CORPUS), NO_PROGRESS)
                .reports();
        var found = new TreeMap<String, Long>();
        var tokens = new TreeMap<String, Tokens>();
        for (var report : reports) {
            found.merge(report.sessionId(), calls(report), Long::sum);
            tokens.put(report.sessionId(), report.tokens());
        }
        var expected = new TreeMap<String, Long>();
        var spent = new TreeMap<String, Tokens>();
        for (var turn : turns) {
            expected.merge(turn.id().sessionId().value(), (long) turn.size().length(), Long::sum);
            if (turn.id().agentId() == null) {
                spent.merge(turn.id().sessionId().value(), turn.spend().tokens(), ReportsCorpusTest::plus);
            }
        }
        // Lists leave out a session in which nobody asked and nothing was called.
        found.values().removeIf(calls -> calls == 0);
        expected.values().removeIf(calls -> calls == 0);
        spent.keySet().retainAll(tokens.keySet());
        assertThat(found).containsExactlyEntriesOf(expected);
        assertThat(tokens).containsAllEntriesOf(spent);
    }

    private static Tokens plus(Tokens a, Tokens b) {
        return new Tokens(
                a.input() + b.input(),
                a.output() + b.output(),
                a.cacheCreation() + b.cacheCreation(),
                a.cacheCreation1h() + b.cacheCreation1h(),
                a.cacheRead() + b.cacheRead());
    }

    private static long calls(SessionReport report) {
        return report.totalTools()
                + report.subagents().stream()
                        .mapToLong(SessionReport.Subagent::toolCount)
                        .sum();
    }

    @Test
    void oneReportEachSaysWhatTheListSaysAndErrorsHoldThoseOfSteps() throws Exception {
        var listed = new TreeMap<String, Long>();
        new FileReports(files, Prices.NONE)
                .all(List.of(CORPUS), NO_PROGRESS)
                .reports()
                .forEach(report -> listed.put(report.sessionId(), calls(report)));
        var single = new TreeMap<String, Long>();
        var errors = new TreeSet<String>();
        for (var path : Transcripts.below(CORPUS, ExcludedProjects.NONE).files()) {
            new FileErrors(files)
                    .read(
                            Selection.file(path),
                            (error, input) -> errors.add(error.toolUseId() + " " + cut(error.error())),
                            NO_PROGRESS);
            var report = new FileReports(files, Prices.NONE)
                    .one(Selection.file(path), SessionReport.ReportLimits.FULL, NO_PROGRESS)
                    .report();
            if (!path.getFileName().toString().startsWith("agent-") && !report.isEmpty()) {
                single.put(report.sessionId(), calls(report));
            }
        }
        assertThat(listed).containsAllEntriesOf(single);
        var ofSteps = turns.stream()
                .flatMap(turn -> turn.steps().stream())
                .filter(step -> step.result().error() != null)
                .map(step -> step.use().toolUseId() + " " + cut(step.result().error()))
                .toList();
        assertThat(errors).containsAll(ofSteps).isNotEmpty();
    }

    @Test
    void aSessionByItsIdIsTheOneThatIsListed() throws Exception {
        var reports = new FileReports(files, Prices.NONE);
        var listed = reports.all(List.of(CORPUS), NO_PROGRESS).reports().stream()
                .filter(one -> one.copyOf() == null)
                .toList();
        var sessions = new SessionFiles(List.of(CORPUS), 2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        for (int i = 0; i < listed.size(); i += 9) {
            var selection = sessions.find(listed.get(i).sessionId(), NO_PROGRESS);
            assertThat(reports.one(selection, SessionReport.ReportLimits.SUMS, NO_PROGRESS)
                            .report())
                    .isEqualTo(listed.get(i));
        }
        assertThat(listed).hasSizeGreaterThan(9);
    }

    @Test
    void everyFileHasAMapOfAllItsCalls() throws Exception {
        var rules = new LogRules(LogRules.CaseBy.TURN, LogRules.ActivityBy.DETAIL);
        long calls = 0;
        for (var path : Transcripts.below(CORPUS, ExcludedProjects.NONE).files()) {
            var graph = graph(path, rules);
            long steps = new FileTurns(Defaults.TURNS, HISTORY)
                    .read(List.of(path), NO_PROGRESS).turns().stream()
                            .filter(turn -> turn.prompt().copyOf() == null)
                            .mapToLong(turn -> turn.size().length())
                            .sum();
            assertThat(graph.events()).as(path.toString()).isEqualTo(steps);
            assertThat(graph.nodes().stream()
                            .mapToLong(FollowsGraph.Node::count)
                            .sum())
                    .isEqualTo(steps);
            long walked =
                    graph.edges().stream().mapToLong(FollowsGraph.Edge::count).sum();
            assertThat(walked + graph.cases()).isEqualTo(steps);
            var svg = new StringWriter();
            FollowsPicture.write(FollowsPicture.readable(graph), svg);
            var picture = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg.toString())));
            assertThat(picture.getDocumentElement().getTagName()).isEqualTo("svg");
            assertThat(Double.parseDouble(picture.getDocumentElement().getAttribute("width")))
                    .isLessThanOrEqualTo(1_600);
            calls += steps;
        }
        assertThat(calls).isPositive();
    }

    private static FollowsGraph graph(Path path, LogRules rules) throws Exception {
        return LogText.graph(List.of(path), rules, false);
    }

    @Test
    void theMapIsTheGraphThatPm4pyDiscovers() throws Exception {
        var places = List.of(CORPUS);
        for (var caseBy : LogRules.CaseBy.values()) {
            var rules = new LogRules(caseBy, LogRules.ActivityBy.DETAIL);
            var texts = LogText.ofPlaces(places, rules, List.of(CsvFormat::new, XesFormat::new));
            var map = Pm4pyGraph.of(LogText.graph(places, rules, true));
            assertThat(map).isEqualTo(Pm4pyGraph.ofCsv(WrittenLog.csv(texts.get(0))));
            assertThat(map).isEqualTo(Pm4pyGraph.ofXes(WrittenLog.xes(texts.get(1))));
        }
    }

    @Test
    void theTotalsOfAllCommandsAreThoseOfTurns(@TempDir Path out) throws Exception {
        var own = turns.stream().filter(turn -> turn.prompt().copyOf() == null).toList();
        long calls = own.stream().mapToLong(turn -> turn.size().length()).sum();
        var done = new Extraction(files, new Extraction.Options(List.of(CORPUS), null, out, 20, 100, false))
                .run((path, line, why) -> {}, NO_PROGRESS);
        var reports = new FileReports(files, Prices.NONE)
                .all(List.of(CORPUS), NO_PROGRESS)
                .reports();
        var graph = graph(CORPUS, new LogRules(LogRules.CaseBy.SESSION, LogRules.ActivityBy.TOOL));
        assertThat(done.calls()).isEqualTo(calls);
        assertThat(reports.stream().mapToLong(ReportsCorpusTest::calls).sum()).isEqualTo(calls);
        assertThat(graph.events()).isEqualTo(calls);
        assertThat(graph.nodes().stream().mapToLong(FollowsGraph.Node::failures).sum())
                .isEqualTo(own.stream()
                        .flatMap(turn -> turn.steps().stream())
                        .filter(step -> step.result().outcome() == Outcome.ERROR)
                        .count());
        var byTool = new TreeMap<String, Long>();
        own.stream()
                .flatMap(turn -> turn.steps().stream())
                .forEach(step -> byTool.merge(step.use().tool(), 1L, Long::sum));
        var walked = new TreeMap<String, Long>();
        graph.nodes().forEach(node -> walked.put(node.activity(), node.count()));
        assertThat(walked).isEqualTo(byTool);
    }

    private static String cut(String text) {
        return text.substring(0, text.offsetByCodePoints(0, Math.min(200, text.codePointCount(0, text.length()))));
    }

    @Test
    void everyCallIsOneRow(@TempDir Path out) throws Exception {
        var done = new Extraction(files, new Extraction.Options(List.of(CORPUS), null, out, 20, 100, false))
                .run((path, line, why) -> {}, NO_PROGRESS);
        assertThat(done.calls())
                .isEqualTo(
                        turns.stream().mapToLong(turn -> turn.size().length()).sum());
        assertThat(done.reading().unreadable()).isEmpty();
        assertThat(Files.size(out.resolve(Extraction.PERMISSIONS))).isPositive();
        assertThat(Map.of("rows", done.calls())).containsEntry("rows", 2_165L);
        assertThat(turns)
                .extracting(turn -> turn.origin().project())
                .filteredOn(Objects::nonNull)
                .isNotEmpty();
    }
}
