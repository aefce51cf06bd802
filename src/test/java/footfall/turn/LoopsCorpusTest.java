package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.testkit.TurnJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The intents, loops, returns and recoveries of 105 real transcripts against those that another implementation found.
 * Skipped without them.
 */
class LoopsCorpusTest {
    private static final Path EXPECTED = Path.of("..", "shared", "corpus", "expected", "loops.jsonl");

    @Test
    void theDetoursOfTheCorpusAreThoseExpected() throws Exception {
        assumeThat(EXPECTED).exists();
        assertThat(found()).containsExactlyEntriesOf(expected());
    }

    private static TreeMap<String, String> expected() throws Exception {
        var expected = new TreeMap<String, String>();
        for (var line : Files.readAllLines(EXPECTED)) {
            var turn = TurnJson.tree(line);
            var loops = new ArrayList<String>();
            for (var level : new String[] {"tool", "intent"}) {
                turn.path("loops").path(level).forEach(loop -> loops.add(level + loop(loop)));
            }
            expected.put(
                    turn.path("turn_id").asText(),
                    view(turn, turn.path("intents").toString(), String.join("\n", loops)));
        }
        return expected;
    }

    private static TreeMap<String, String> found() throws Exception {
        var found = new TreeMap<String, String>();
        for (var one : CorpusTest.turns()) {
            var turn = TurnJson.tree(TurnJson.line(one));
            var intents = turn.path("steps").findValuesAsText("intent");
            var loops = new ArrayList<String>();
            turn.path("loops").forEach(loop -> loops.add(loop.path("level").asText() + loop(loop)));
            var asJson = intents.isEmpty() ? "[]" : "[\"" + String.join("\",\"", intents) + "\"]";
            found.put(turn.path("turn_id").asText(), view(turn, asJson, String.join("\n", loops)));
        }
        return found;
    }

    private static String loop(JsonNode loop) {
        var fields = new StringBuilder();
        for (var field : new String[] {
            "name", "rounds", "from", "steps", "excess", "time_ms", "failures", "parallel", "one_target"
        }) {
            fields.append(' ').append(loop.path(field));
        }
        return fields.toString();
    }

    private static String view(JsonNode turn, String intents, String loops) {
        var recoveries = new ArrayList<String>();
        for (var one : turn.path("recoveries")) {
            recoveries.add(one.path("from") + " " + one.path("tool") + " " + one.path("recovered") + " "
                    + one.path("steps") + " " + one.path("way"));
        }
        return intents + "\n" + loops + "\n" + turn.path("returns") + "\n" + String.join("\n", recoveries);
    }
}
