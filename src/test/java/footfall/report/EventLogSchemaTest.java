package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import footfall.eventlog.EventFormat.CsvFormat;
import footfall.eventlog.EventFormat.JsonLinesFormat;
import footfall.eventlog.EventFormat.XesFormat;
import footfall.eventlog.LogRules;
import footfall.eventlog.OcelFormat;
import footfall.eventlog.WrittenLog;
import footfall.testkit.CorpusDifferences;
import footfall.testkit.Transcripts;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;

/** Event logs against the schemas of their formats, and over real transcripts. Each skipped without those. */
class EventLogSchemaTest {
    private static final Path SHARED = Path.of("..", "shared");
    private static final Path XES = SHARED.resolve("schemas/xes-ieee-1849-2016-April-15-2020.xsd");
    private static final Path OCEL = SHARED.resolve("schemas/ocel20-schema-json.json");
    private static final Path CORPUS = SHARED.resolve("corpus/projects");
    private static final int CORPUS_STEPS = 2_165;
    private static final LogRules RULES = new LogRules(LogRules.CaseBy.SESSION, LogRules.ActivityBy.DETAIL);

    private static List<String> hostile() {
        return Transcripts.session("s<1>&\"\u0007")
                .prompt(0, "go")
                .assistant(1, "m1", Transcripts.use("a\u0000b\u001b]0;x\u0007\n\t<&\"'>\uffff", "t\r1"))
                .agent("ag\"<>")
                .assistant(2, "m2", Transcripts.use("日本 \ud83d\ude00", "t2"))
                .lines();
    }

    @Test
    void xesIsValidWhateverToolsAreCalled() throws Exception {
        assumeThat(XES).exists();
        valid(LogText.ofLines(hostile(), RULES, XesFormat::new));
        valid(LogText.ofLines(Transcripts.session("s").prompt(0, "no calls").lines(), RULES, XesFormat::new));
    }

    private static void valid(String xes) throws Exception {
        SchemaFactory.newDefaultInstance()
                .newSchema(XES.toFile())
                .newValidator()
                .validate(new StreamSource(new StringReader(xes)));
    }

    @Test
    void ocelIsValidWhateverToolsAreCalled() throws Exception {
        assumeThat(OCEL).exists();
        assertThat(problems(LogText.ofLines(hostile(), RULES, OcelFormat::new))).isEmpty();
        assertThat(problems(LogText.ofLines(
                        Transcripts.session("s").prompt(0, "no calls").lines(), RULES, OcelFormat::new)))
                .isEmpty();
    }

    private static List<?> problems(String ocel) throws Exception {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                .getSchema(Files.readString(OCEL))
                .validate(ocel, InputFormat.JSON);
    }

    @Test
    void overTheCorpusEveryFormatIsValidAndHoldsTheSameStepsAsItsTurns() throws Exception {
        assumeThat(CORPUS).exists();
        assumeThat(XES).exists();
        var texts = LogText.ofPlaces(
                List.of(CORPUS), RULES, List.of(JsonLinesFormat::new, CsvFormat::new, XesFormat::new, OcelFormat::new));
        var rows = WrittenLog.jsonLines(texts.get(0));
        assertThat(rows).hasSize(CORPUS_STEPS);
        assertThat(WrittenLog.csv(texts.get(1))).isEqualTo(rows);
        valid(texts.get(2));
        assertThat(WrittenLog.xes(texts.get(2))).isEqualTo(rows);
        assertThat(problems(texts.get(3))).isEmpty();
        assertThat(WrittenLog.ocel(texts.get(3))).hasSize(CORPUS_STEPS);
        assertThat(steps()).isEqualTo(calls(rows));
    }

    /** What an implementation of the turns that is not ours found. */
    private static HashSet<String> steps() throws Exception {
        var found = new HashSet<String>();
        var differences = CorpusDifferences.of(SHARED.resolve("corpus"), "turns.jsonl");
        for (var line : Files.readAllLines(SHARED.resolve("corpus/expected/turns.jsonl"))) {
            var turn = new ObjectMapper().readTree(line);
            differences.change(CorpusDifferences.name(turn), turn);
            turn.path("steps")
                    .forEach(step -> found.add(turn.path("turn_id").asText() + "/" + step.path("sequence")
                            + " " + step.path("tool").asText() + " "
                            + step.path("tool_use_id").asText() + " "
                            + step.path("outcome").asText()));
        }
        return found;
    }

    private static HashSet<String> calls(List<Map<String, String>> rows) {
        var found = new HashSet<String>();
        rows.forEach(row -> found.add(row.get("turn_id") + "/" + row.get("turn_sequence") + " " + row.get("tool") + " "
                + row.get("tool_use_id") + " " + row.get("outcome")));
        return found;
    }
}
