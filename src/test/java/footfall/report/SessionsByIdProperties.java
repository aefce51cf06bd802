package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.eventlog.EventFormat.JsonLinesFormat;
import footfall.eventlog.LogRules;
import footfall.eventlog.WrittenLog;
import footfall.line.LineParser;
import footfall.session.SessionReport;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Folders;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.turn.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** The report of a session by its ID, in whichever files its lines are, against the report on a whole home. */
@PropertyDefaults(tries = 40, edgeCases = EdgeCasesMode.NONE)
class SessionsByIdProperties {
    private static final List<String> SESSIONS = List.of("s1", "s12", "t3");
    private static final List<String> FILES = List.of(
            "-w/s1.jsonl",
            "-w/s12.jsonl",
            "-v/s1.jsonl",
            "-w/other.jsonl",
            "-w/s1/subagents/agent-a1.jsonl",
            "-w/agent-a2.jsonl");

    private final LocalFiles files = new LocalFiles(new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE));
    private Path folder;

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    @BeforeTry
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("footfall-by-id");
    }

    @AfterTry
    void removeFolder() throws IOException {
        Folders.delete(folder);
    }

    /** The lines of each session, distributed over the files in batches. */
    private Map<String, List<Placed>> write(List<Script> scripts, List<Integer> deal) throws IOException {
        var bySession = new TreeMap<String, List<Placed>>();
        var byFile = new TreeMap<String, List<String>>();
        int line = 0;
        for (int i = 0; i < SESSIONS.size(); i++) {
            var lines = scripts.get(i).transcript(SESSIONS.get(i)).lines();
            var placed = bySession.computeIfAbsent(SESSIONS.get(i), none -> new ArrayList<>());
            for (var one : lines) {
                var file = FILES.get(deal.get(line++ / 7 % deal.size()));
                byFile.computeIfAbsent(file, none -> new ArrayList<>()).add(one);
                placed.add(new Placed(file, one));
            }
        }
        for (var file : byFile.entrySet()) {
            var path = home().resolve("projects").resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        return bySession;
    }

    private record Placed(String file, String line) {
        boolean isMain() {
            return !file.contains("agent-");
        }

        boolean isUnknown() {
            return line.contains("\"type\":\"hologram\"");
        }
    }

    /** Of the main agent; where nothing of that is left but lines of an unknown type, of its subagents. */
    private static int errors(List<Placed> session) {
        boolean hasMain = session.stream().anyMatch(placed -> placed.isMain() && !placed.isUnknown());
        return (int) session.stream()
                .filter(placed -> placed.isMain() == hasMain && placed.line().contains("\"is_error\":true"))
                .count();
    }

    private Path home() {
        return folder.resolve("home");
    }

    private Selection selection(String session) throws Exception {
        return new SessionFiles(List.of(home()), 2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE)
                .find(session, NO_PROGRESS);
    }

    private static long calls(SessionReport report) {
        return report.totalTools()
                + report.subagents().stream()
                        .mapToLong(SessionReport.Subagent::toolCount)
                        .sum();
    }

    @Property
    void aSessionByItsIdIsWhatSessionsAndTurnsShowOfIt(
            @ForAll @Size(3) List<@From("scripts") Script> scripts,
            @ForAll @Size(min = 1, max = 9) List<@IntRange(max = 5) Integer> deal)
            throws Exception {
        var lines = write(scripts, deal);
        var reports = new FileReports(files, Prices.NONE);
        Files.createDirectories(home());
        var rules = new LogRules(LogRules.CaseBy.SESSION, LogRules.ActivityBy.TOOL);
        var events = WrittenLog.jsonLines(LogText.ofPlaces(List.of(home()), rules, JsonLinesFormat::new));
        var rows = rowsBySession();
        for (var listed : reports.all(List.of(home()), NO_PROGRESS).reports()) {
            var id = listed.sessionId();
            var selection = selection(id);
            assertThat(selection.session().value()).isEqualTo(id);
            assertThat(reports.one(selection, SessionReport.ReportLimits.SUMS, NO_PROGRESS)
                            .report())
                    .isEqualTo(listed);
            var found = reports.one(selection, SessionReport.ReportLimits.FULL, NO_PROGRESS)
                    .report();
            assertThat(found.toolCalls()).hasSize((int) found.totalTools());
            assertThat(calls(found)).isEqualTo(calls(listed)).isEqualTo(rows.getOrDefault(id, 0L));
            assertThat(WrittenLog.jsonLines(LogText.ofSession(selection, rules, JsonLinesFormat::new)))
                    .isEqualTo(events.stream()
                            .filter(event -> event.get("session_id").equals(id))
                            .toList());
            var errors = new ArrayList<String>();
            new FileErrors(files).read(selection, (error, input) -> errors.add(error.toolUseId()), NO_PROGRESS);
            assertThat(errors).hasSize(errors(lines.get(id)));
        }
    }

    private Map<String, Long> rowsBySession() throws Exception {
        var out = folder.resolve("out");
        new Extraction(files, new Extraction.Options(List.of(home()), null, out, 5, 10, true))
                .run((path, line, why) -> {}, NO_PROGRESS);
        var rows = new TreeMap<String, Long>();
        ExtractedCalls.of(out).forEach(row -> rows.merge(row.get("session_id"), 1L, Long::sum));
        return rows;
    }
}
