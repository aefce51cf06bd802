package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.eventlog.EventFormat.CsvFormat;
import footfall.eventlog.EventFormat.JsonLinesFormat;
import footfall.eventlog.EventFormat.XesFormat;
import footfall.eventlog.LogRules;
import footfall.eventlog.OcelFormat;
import footfall.eventlog.Pm4pyGraph;
import footfall.eventlog.WrittenLog;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;

/** What holds of the event log of every transcript, written to a file, read, and written in each format. */
@PropertyDefaults(tries = 40, edgeCases = EdgeCasesMode.NONE)
class EventLogProperties {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any().filter(script -> !script.moves().isEmpty());
    }

    /** Of one agent whose calls have a time and each an id of its own. */
    @Provide
    Arbitrary<Script> wholesome() {
        return Scripts.any().map(script -> {
            var moves = new ArrayList<>(List.of(new Script.Move(Script.Kind.PROMPT, 0, 0, 0, 1)));
            for (var move : script.moves()) {
                var kind = move.kind() == Script.Kind.UNTIMED_WORK ? Script.Kind.WORK : move.kind();
                boolean calls = List.of(Script.Kind.WORK, Script.Kind.WORK_WITHOUT_ID, Script.Kind.TWO_CALLS)
                        .contains(kind);
                moves.add(new Script.Move(kind, 0, calls ? moves.size() : move.call(), move.message(), move.after()));
            }
            return new Script(moves);
        });
    }

    @Provide
    Arbitrary<String> toolNames() {
        return Arbitraries.oneOf(
                Arbitraries.strings().ofMinLength(1).ofMaxLength(12),
                Arbitraries.of(
                        "\u0000\u001b[31m",
                        "a,\"b\"\r\n;c",
                        "<&>'\"",
                        "\ud800x",
                        "\uffff",
                        "mcp__a_b__c__d",
                        "mcp____x",
                        "=1+1",
                        " pad ",
                        "日本",
                        "\u202e"));
    }

    @Provide
    Arbitrary<LogRules> rules() {
        return Arbitraries.of(LogRules.CaseBy.values())
                .flatMap(caseBy -> Arbitraries.of(LogRules.ActivityBy.values())
                        .map(activityBy -> new LogRules(caseBy, activityBy)));
    }

    @Property
    void everyCallOfAFileIsOneEvent(@ForAll("wholesome") Script script, @ForAll("rules") LogRules rules)
            throws Exception {
        var lines = script.transcript("s1").lines();
        var calls = new ArrayList<String>();
        for (var line : lines) {
            JSON.readTree(line).path("message").path("content").forEach(block -> {
                if (block.path("type").asText().equals("tool_use")) {
                    calls.add(block.path("id").asText());
                }
            });
        }
        var rows = WrittenLog.jsonLines(LogText.ofLines(lines, rules, JsonLinesFormat::new));
        assertThat(rows).extracting(row -> row.get("tool_use_id")).containsExactlyInAnyOrderElementsOf(calls);
    }

    @Property
    void allFormatsHoldTheSameRows(
            @ForAll("scripts") Script script, @ForAll("rules") LogRules rules, @ForAll("toolNames") String tool)
            throws Exception {
        var lines = script.transcript("s1").lines().stream()
                .map(line -> line.replace(
                        "\"name\":\"Read\"",
                        "\"name\":" + JSON.valueToTree(tool).toString()))
                .toList();
        var rows = WrittenLog.jsonLines(LogText.ofLines(lines, rules, JsonLinesFormat::new));
        assertThat(WrittenLog.csv(LogText.ofLines(lines, rules, CsvFormat::new)))
                .isEqualTo(rows);
        assertThat(WrittenLog.xes(LogText.ofLines(lines, rules, XesFormat::new)))
                .isEqualTo(rows);
        assertThat(WrittenLog.ocel(LogText.ofLines(lines, rules, OcelFormat::new)))
                .containsExactlyInAnyOrderElementsOf(
                        rows.stream().map(EventLogProperties::withoutCase).toList());
    }

    /** Calls overlap in most scripts: results come late, in another order, or never. */
    @Property(tries = 200)
    void theMapIsTheGraphThatPm4pyDiscoversInTheCsvAndTheXes(
            @ForAll("scripts") Script script, @ForAll("rules") LogRules rules) throws Exception {
        var file = Files.createTempFile("footfall-test", ".jsonl");
        try {
            Files.write(file, script.transcript("s1").bytes());
            var places = List.of(file);
            var texts = LogText.ofPlaces(places, rules, List.of(CsvFormat::new, XesFormat::new));
            var map = Pm4pyGraph.of(LogText.graph(places, rules, true));
            assertThat(map).isEqualTo(Pm4pyGraph.ofCsv(WrittenLog.csv(texts.get(0))));
            assertThat(map).isEqualTo(Pm4pyGraph.ofXes(WrittenLog.xes(texts.get(1))));
        } finally {
            Files.delete(file);
        }
    }

    private static Map<String, String> withoutCase(Map<String, String> row) {
        var other = new TreeMap<>(row);
        other.remove("case");
        return other;
    }

    @Property
    void aCaseStandsTogetherInOrderOfTimeAndNoCallEndsBeforeItBegins(
            @ForAll("scripts") Script script, @ForAll("rules") LogRules rules) throws Exception {
        var seen = new ArrayList<String>();
        var last = "";
        for (var row :
                WrittenLog.jsonLines(LogText.ofLines(script.transcript("s1").lines(), rules, JsonLinesFormat::new))) {
            assertThat(row.get("start")).isLessThanOrEqualTo(row.get("complete"));
            if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(row.get("case"))) {
                assertThat(seen).doesNotContain(row.get("case"));
                seen.add(row.get("case"));
            } else {
                assertThat(last).isLessThanOrEqualTo(row.get("complete"));
            }
            last = row.get("complete");
        }
    }

    @Property
    void ocelHasEventsInOneOrderOfTimeAndEveryObjectTheyName(@ForAll("scripts") Script script) throws Exception {
        var rules = new LogRules(LogRules.CaseBy.TURN, LogRules.ActivityBy.DETAIL);
        var log = JSON.readTree(LogText.ofLines(script.transcript("s1").lines(), rules, OcelFormat::new));
        assertThat(log.path("events"))
                .extracting(event -> event.path("time").asText())
                .isSorted();
        assertThat(log.path("objects"))
                .extracting(object -> object.path("id").asText())
                .doesNotHaveDuplicates();
        var ids = log.path("objects").findValuesAsText("id");
        var types = log.path("eventTypes").findValuesAsText("name");
        for (JsonNode event : log.path("events")) {
            var related = event.path("relationships").findValuesAsText("objectId");
            assertThat(related).hasSize(4).doesNotHaveDuplicates().allMatch(ids::contains);
            assertThat(types).contains(event.path("type").asText());
        }
    }
}
