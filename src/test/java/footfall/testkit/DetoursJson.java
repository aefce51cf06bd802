package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.TreeMap;

/** The intents, loops, returns and recoveries of turns as text, to be compared with those of a corpus. */
public final class DetoursJson {
    private DetoursJson() {}

    /** By turn, those of {@code expected/loops.jsonl}. */
    public static TreeMap<String, String> expected(Path corpus) throws IOException {
        var expected = new TreeMap<String, String>();
        var differences = CorpusDifferences.of(corpus, "loops.jsonl");
        for (var line : Files.readAllLines(corpus.resolve("expected").resolve("loops.jsonl"))) {
            var turn = TurnJson.tree(line);
            differences.change(turn.path("turn_id").asText(), turn);
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

    /** By turn, in the same form. */
    public static TreeMap<String, String> found(Collection<Turn> turns) {
        var found = new TreeMap<String, String>();
        for (var one : turns) {
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
