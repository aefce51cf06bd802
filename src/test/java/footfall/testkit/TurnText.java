package footfall.testkit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.turn.Turn;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Turns as texts to be compared whole, by id, without what the way they came by may change. */
public final class TurnText {
    private TurnText() {}

    /** Every field but revision. */
    public static Map<String, String> of(Collection<Turn> turns) {
        return of(turns, "");
    }

    /** The same with a prefix of session ids taken away again. */
    public static Map<String, String> of(Collection<Turn> turns, String prefix) {
        var texts = new TreeMap<String, String>();
        for (var turn : turns) {
            var line = TurnJson.line(turn);
            put(texts, prefix.isEmpty() ? line : line.replace(prefix, ""), false);
        }
        return texts;
    }

    /** Every field but revision and the text of errors. */
    public static Map<String, String> withoutErrors(Collection<String> lines) {
        var texts = new TreeMap<String, String>();
        lines.forEach(line -> put(texts, line, true));
        return texts;
    }

    private static void put(Map<String, String> texts, String line, boolean withoutErrors) {
        var turn = (ObjectNode) TurnJson.tree(line);
        turn.remove("revision");
        if (withoutErrors) {
            turn.path("steps").forEach(step -> ((ObjectNode) step).remove("error"));
        }
        texts.put(turn.path("turn_id").asText(), TurnJson.pretty(turn.toString()));
    }
}
