package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Resolvers;
import footfall.report.History;
import footfall.report.ReadFiles;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The turns of real sessions of Gemini CLI against what truly happened in them, in steps, outcomes, exit codes, tokens
 * and ends. Skipped without them.
 */
class GeminiCorpusTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus-gemini");
    private static final Path DIFFERENCES = Path.of("src", "test", "resources", "gemini", "differences.tsv");

    @Test
    void theTurnsOfTheCorpusAreWhatHappened() throws Exception {
        assumeThat(CORPUS).exists();
        var expected = new TreeMap<String, List<String>>();
        var found = new TreeMap<String, List<String>>();
        var differences = differences();
        var truth = new ObjectMapper().readTree(CORPUS.resolve("truth.json").toFile());
        for (var home : truth.properties()) {
            var place = CORPUS.resolve(home.getKey());
            var codes = exitCodes(place);
            for (var turn : CorpusView.turns(place)) {
                var trail = turn.id().agentId() == null
                        ? turn.id().sessionId().value()
                        : turn.id().agentId();
                assertThat(turn.parent().parentTurnId())
                        .isEqualTo(
                                turn.id().agentId() == null
                                        ? null
                                        : turn.id().sessionId().value() + ":0");
                found.computeIfAbsent(home.getKey() + " " + trail, none -> new ArrayList<>())
                        .add(view(turn, codes));
            }
            for (var session : home.getValue().properties()) {
                var turns = new ArrayList<String>();
                for (var turn : session.getValue()) {
                    var name = String.join(
                            "\t",
                            home.getKey(),
                            session.getKey(),
                            turn.path("prompt").asText());
                    if (!differences.remove(name)) {
                        turns.add(view(turn));
                    }
                }
                expected.put(home.getKey() + " " + session.getKey(), turns);
            }
        }
        assertThat(found).containsExactlyEntriesOf(expected);
        assertThat(differences).isEmpty();
        assertThat(expected.values().stream().mapToInt(List::size).sum()).isEqualTo(52);
    }

    private static Set<String> differences() throws IOException {
        var names = new HashSet<String>();
        for (var line : Files.readAllLines(DIFFERENCES).stream().skip(1).toList()) {
            names.add(line.substring(0, line.lastIndexOf('\t')));
        }
        return names;
    }

    private static String view(JsonNode turn) {
        var out = new StringBuilder();
        for (var step : turn.path("steps")) {
            var outcome = step.path("outcome").asText();
            out.append(step.path("tool").asText())
                    .append(' ')
                    .append(outcome.equals("cancelled") ? "interrupted" : outcome)
                    .append(' ')
                    .append(step.path("exit_code").asText())
                    .append(", ");
        }
        long input = turn.path("input").asLong() + turn.path("tool_tokens").asLong();
        long output = turn.path("output").asLong() + turn.path("thoughts").asLong();
        var end = turn.path("closed_by").asText();
        return out + (end.equals("open") ? "idle" : end) + " " + input + " " + output + " "
                + turn.path("cached").asLong();
    }

    private static String view(Turn turn, Map<String, Integer> codes) {
        var out = new StringBuilder();
        for (var step : turn.steps()) {
            var code = codes.get(step.use().toolUseId());
            out.append(step.use().tool())
                    .append(' ')
                    .append(step.result().outcome().word())
                    .append(' ')
                    .append(code == null || code == 0 ? "null" : code)
                    .append(", ");
        }
        var tokens = turn.spend().tokens();
        return out + turn.span().closedBy().word() + " " + tokens.input() + " " + tokens.output() + " "
                + tokens.cacheRead();
    }

    private static Map<String, Integer> exitCodes(Path home) throws IOException, InterruptedException {
        var files = new ArrayList<Transcript>();
        for (var path : Transcripts.below(home, ExcludedProjects.NONE).files()) {
            files.add(Transcript.open(path));
        }
        var codes = new HashMap<String, Integer>();
        var reader = new Resolvers();
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        ReadFiles.read(history, files, (file, number, part) -> {
            for (Line event : reader.meaning(part.line(), file.id()).events()) {
                event.results().forEach(result -> codes.put(result.toolUseId(), result.exitCode()));
            }
        });
        return codes;
    }
}
