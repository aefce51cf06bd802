package footfall.example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Produced;

/** Counts the failed calls of each tool. */
public final class FailuresPerTool {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Serde<JsonNode> JSON = Serdes.serdeFrom(
            (topic, node) -> node == null ? null : node.toString().getBytes(),
            (topic, bytes) -> bytes == null ? null : parse(bytes));

    private FailuresPerTool() {}

    /** Start it with processing.guarantee=exactly_once_v2, which also reads committed records only. */
    public static Topology topology(String invocations, String failures) {
        var builder = new StreamsBuilder();
        // A table, not a stream: a later record of a call replaces the earlier one, also in the count.
        builder.table(invocations, Consumed.with(Serdes.String(), JSON))
                .filter((key, call) -> !call.has("copy_of"))
                .filter((key, call) -> call.get("outcome").asText().equals("error"))
                .groupBy(
                        (key, call) -> KeyValue.pair(call.get("tool").asText(), ""),
                        Grouped.with(Serdes.String(), Serdes.String()))
                .count()
                .toStream()
                .to(failures, Produced.with(Serdes.String(), Serdes.Long()));
        return builder.build();
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }
}
