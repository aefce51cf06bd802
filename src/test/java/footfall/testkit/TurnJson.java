package footfall.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.turn.ClosedBy.TurnOutcome;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/**
 * A turn in the JSON of the topic {@code turns}, as stories have it: without the outcome {@code ok}, and without tokens
 * of the long cache if there are none. {@link #pretty} is for comparing: keys sorted, a field a line.
 */
public final class TurnJson {
    private static final String LONG_CACHE = "cache_creation_1h";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private TurnJson() {}

    /** One line. */
    public static String line(Turn turn) {
        var json = (ObjectNode) tree(new String(Json.bytes(turn), StandardCharsets.UTF_8));
        if (turn.span().outcome() == TurnOutcome.OK) {
            json.remove("outcome");
        }
        json.findParents(LONG_CACHE).stream()
                .filter(tokens -> tokens.path(LONG_CACHE).asLong() == 0)
                .forEach(tokens -> ((ObjectNode) tokens).remove(LONG_CACHE));
        return written(json, false);
    }

    public static String pretty(Turn turn) {
        return pretty(line(turn));
    }

    public static String pretty(String line) {
        try {
            return written(JSON.treeToValue(JSON.readTree(line), TreeMap.class), true);
        } catch (JsonProcessingException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }

    public static JsonNode tree(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException wrong) {
            throw new UncheckedIOException(wrong);
        }
    }

    private static String written(Object value, boolean pretty) {
        try {
            return (pretty ? JSON.writerWithDefaultPrettyPrinter() : JSON.writer()).writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
