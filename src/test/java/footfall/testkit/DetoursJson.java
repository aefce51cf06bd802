package footfall.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.turn.DetourTotals;
import footfall.turn.Saved;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
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

    /** All of a turn, in the JSON of the topic {@code turns}. */
    static Map<String, Object> fields(DetourTotals totals) {
        var out = new LinkedHashMap<String, Object>();
        out.put("loops", totals.loops().stream().map(DetoursJson::fields).toList());
        out.put(
                "recoveries",
                totals.recoveries().stream().map(DetoursJson::fields).toList());
        if (totals.pastThreshold() != null) {
            out.put("past_threshold", fields(totals.pastThreshold()));
        }
        return out;
    }

    private static Map<String, Object> fields(DetourTotals.Loops loops) {
        var out = new LinkedHashMap<String, Object>();
        out.put("level", loops.level().word());
        out.put("name", loops.name());
        out.put("occurrences", loops.occurrences());
        out.put("rounds", loops.rounds());
        out.put("steps", loops.steps());
        out.put("time_ms", loops.timeMs());
        out.put("failures", loops.failures());
        out.put("parallel", loops.parallel());
        out.put("one_target", loops.oneTarget());
        out.put("saved", fields(loops.saved()));
        return out;
    }

    private static Map<String, Object> fields(DetourTotals.Recoveries failed) {
        var out = new LinkedHashMap<String, Object>();
        out.put("category", failed.category().word());
        out.put("subject", failed.subject());
        out.put("recoveries", failed.recoveries());
        out.put("recovered", failed.recovered());
        out.put("steps", failed.steps());
        out.put("time_ms", failed.timeMs());
        out.put("saved", fields(failed.saved()));
        out.put(
                "ways",
                failed.ways().stream()
                        .map(way -> Map.of("way", way.way(), "count", way.count()))
                        .toList());
        return out;
    }

    private static Map<String, Object> fields(Saved saved) {
        var out = new LinkedHashMap<String, Object>();
        out.put("steps", saved.steps());
        out.put("time_ms", saved.timeMs());
        out.put("tokens", TurnJson.tokens(saved.tokens()));
        out.put("cost_usd", TurnJson.cost(saved.costUsd()));
        if (saved.unpriced() != null) {
            out.put("unpriced", TurnJson.tokens(saved.unpriced()));
        }
        return out;
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
