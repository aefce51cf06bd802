package footfall.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.line.InstantText;
import footfall.report.Batches;
import footfall.screen.SafeText;
import footfall.session.SessionReport;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import footfall.wire.Json;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Prints records as JSON. Loaded only for {@code --json} and {@code --csv}. */
final class JsonOut {
    private JsonOut() {}

    /** Loaded for records, not for what is JSON already. */
    private static final class Mappers {
        /** As in the topics: enums are written as their words, and {@code isLong} as {@code long}. */
        static final ObjectMapper CHANGES = Json.MAPPER
                .copy()
                .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
                .addMixIn(OpenTurn.class, Names.class);

        static final ObjectMapper SESSIONS = Json.MAPPER.copy().registerModule(milliseconds());
        static final ObjectMapper REPORTS = SESSIONS.copy().setDefaultPropertyInclusion(JsonInclude.Include.ALWAYS);
    }

    /** Reports write instants with milliseconds, as event logs do. */
    private static SimpleModule milliseconds() {
        return new SimpleModule("milliseconds").addSerializer(Instant.class, new JsonSerializer<Instant>() {
            @Override
            public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeString(InstantText.toMillis(value));
            }
        });
    }

    /** Record components with a different JSON name. */
    private interface Names {
        @JsonProperty("long")
        boolean isLong();

        @JsonProperty("copy")
        boolean isCopy();
    }

    /** Prints one object with absent components as null, escaped so that it cannot control the terminal. */
    static void printObject(Console console, Object record) throws IOException {
        try (var out = console.writer()) {
            var json = Mappers.REPORTS
                    .writer()
                    .without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE)
                    .without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            if (console.isScreen()) {
                out.write(SafeText.json(json.writeValueAsString(record)));
            } else {
                json.writeValue(out, record);
            }
            out.write('\n');
        }
    }

    /** A turn whose steps have targets, which are by sequence: a field that records in topics do not have. */
    static JsonNode withTargets(Turn turn, Map<Integer, String> targets) {
        ObjectNode node = Json.MAPPER.valueToTree(turn);
        node.withArray("steps").forEach(step -> {
            var target = targets.get(step.get("sequence").asInt());
            if (target != null) {
                ((ObjectNode) step).put("target", target);
            }
        });
        return node;
    }

    /** Prints one array, one element a line; bytes are an element's JSON. */
    static void array(Console console, Iterable<?> records) throws IOException {
        try (var array = new Array(console)) {
            for (var record : records instanceof List<?> list ? elements(list) : records) {
                array.add(record);
            }
            array.end();
        }
    }

    /** The same, as elements are added. Nothing is written before the first or the end. */
    static final class Array implements Closeable {
        private final Console console;
        private final Console.Utf8Writer out;
        private String between = "[";

        Array(Console console) {
            this.console = console;
            this.out = console.writer();
        }

        void add(Object record) throws IOException {
            out.write(between);
            if (record instanceof byte[] json && !console.isScreen()) {
                out.encoded(json);
            } else {
                out.write(shown(console, element(record)));
            }
            between = ",\n";
        }

        void end() throws IOException {
            out.write(between.equals("[") ? "[]\n" : "]\n");
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    private static Iterable<byte[]> elements(List<?> records) {
        return Batches.map(records, one -> element(one).getBytes(StandardCharsets.UTF_8))::iterator;
    }

    private static String element(Object record) {
        if (record instanceof byte[] json) {
            return new String(json, StandardCharsets.UTF_8);
        }
        return written(mapper(record), record);
    }

    private static String written(ObjectMapper mapper, Object record) {
        try {
            return mapper.writeValueAsString(record);
        } catch (JsonProcessingException bug) {
            throw new UncheckedIOException("a " + record.getClass().getSimpleName() + " has no JSON", bug);
        }
    }

    private static ObjectMapper mapper(Object record) {
        return record instanceof SessionReport ? Mappers.SESSIONS : Json.MAPPER;
    }

    /** The record as in JSON. */
    static JsonNode tree(Object record) {
        return mapper(record).valueToTree(record);
    }

    /** The JSON, with control characters escaped on a terminal. */
    static String shown(Console console, String json) {
        return console.isScreen() ? SafeText.json(json) : json;
    }

    /** A record as one line of JSON. */
    static String text(Object record) {
        return written(Mappers.CHANGES, record);
    }
}
