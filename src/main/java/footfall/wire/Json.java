package footfall.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.NameTransformer;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import footfall.alert.Alert;
import footfall.desire.AppliedRemedy;
import footfall.desire.Trend;
import footfall.line.AgentState;
import footfall.line.AskReason;
import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.Group;
import footfall.line.InstantText;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.line.Tier;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import footfall.loop.Level;
import footfall.loop.Repeat;
import footfall.shipper.ShipperState;
import footfall.turn.ClosedBy;
import footfall.turn.ClosedBy.TurnOutcome;
import footfall.turn.Invocation;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The JSON of every record: UTF-8, snake_case, ISO-8601 instants in UTC, enums as their words, absent values
 * omitted. Unknown fields are ignored, because later versions may add some.
 */
public final class Json {
    /** Thread-safe. */
    public static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .addModule(words())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            // Only record components are written, no other methods.
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // A record as a tree is written as the record is: costs have four decimals.
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .addMixIn(Turn.Size.class, Long.class)
            .addMixIn(Invocation.class, Long.class)
            .addMixIn(Tokens.class, HourWrites.class)
            .addMixIn(Prices.Price.class, HourWritePrices.class)
            .annotationIntrospector(new Groups())
            .build();

    private Json() {}

    /** {@code long} is a reserved word in Java. */
    private interface Long {
        @JsonProperty("long")
        boolean isLong();
    }

    /** The components of a group have its place. */
    private static final class Groups extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public NameTransformer findUnwrappingNameTransformer(AnnotatedMember member) {
            return Group.class.isAssignableFrom(member.getRawType())
                    ? NameTransformer.NOP
                    : super.findUnwrappingNameTransformer(member);
        }
    }

    /** Where the strategy would put no underscore. */
    interface HourWrites {
        @JsonProperty("cache_creation_1h")
        long cacheCreation1h();
    }

    private interface HourWritePrices {
        @JsonProperty("cache_write_1h")
        BigDecimal cacheWrite1h();
    }

    private static SimpleModule words() {
        var module = new SimpleModule("words").setDeserializerModifier(new RecordReader.Modifier());
        texts(module, Instant.class, InstantText::of, InstantText::parse);
        texts(module, SessionId.class, SessionId::value, SessionId::new);
        enumWords(module, Trigger.class, Trigger::word);
        enumWords(module, ClosedBy.class, ClosedBy::word);
        enumWords(module, TurnOutcome.class, TurnOutcome::word);
        enumWords(module, Level.class, Level::word);
        enumWords(module, Repeat.Kind.class, Repeat.Kind::word);
        enumWords(module, Outcome.class, Outcome::word);
        enumWords(module, ErrorCategory.class, ErrorCategory::word);
        enumWords(module, Permission.class, Permission::word);
        enumWords(module, AgentState.class, AgentState::word);
        enumWords(module, AskReason.class, AskReason::word);
        enumWords(module, Tier.class, Tier::word);
        enumWords(module, UserTextKind.class, UserTextKind::word);
        enumWords(module, BashCategory.class, BashCategory::label);
        enumWords(module, RejectedBytes.Reason.class, RejectedBytes.Reason::word);
        enumWords(module, Alert.Kind.class, Alert.Kind::word);
        enumWords(module, Alert.State.class, Alert.State::word);
        enumWords(module, Trend.class, Trend::word);
        enumWords(module, ShipperState.State.class, ShipperState.State::word);
        enumWords(module, AppliedRemedy.Place.class, AppliedRemedy.Place::word);
        enumWords(module, Undelivered.Reason.class, Undelivered.Reason::word);
        return module;
    }

    private static <E extends Enum<E>> void enumWords(SimpleModule module, Class<E> type, Function<E, String> word) {
        var constants = new HashMap<String, E>();
        Stream.of(type.getEnumConstants()).forEach(constant -> constants.put(word.apply(constant), constant));
        texts(
                module,
                type,
                word,
                text -> Optional.ofNullable(constants.get(text))
                        .orElseThrow(() -> new IllegalArgumentException("no such word")));
    }

    /** Writes a type as a text. {@code read} throws an unchecked exception for a text that is no such value. */
    private static <T> void texts(
            SimpleModule module, Class<T> type, Function<T, String> write, Function<String, T> read) {
        module.addSerializer(type, new JsonSerializer<T>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                out.writeString(write.apply(value));
            }
        });
        module.addDeserializer(type, new JsonDeserializer<T>() {
            @Override
            public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
                try {
                    return read.apply(in.getText());
                } catch (DateTimeException | IllegalArgumentException invalid) {
                    throw context.weirdStringException(in.getText(), type, invalid.getMessage());
                }
            }
        });
    }

    static <T> Serde<T> serde(Class<T> type) {
        return Serdes.serdeFrom(
                (topic, value) -> value == null ? null : bytes(value),
                (topic, bytes) -> bytes == null ? null : read(type, bytes));
    }

    /** The texts of a record's JSON before its time, by field; {@code at} is null when the record has no time. */
    public record Head(Map<String, String> texts, Instant at) {
        public Head {
            texts = Map.copyOf(texts);
        }
    }

    /**
     * Reads a record's JSON only up to the field {@code time}.
     *
     * @throws SerializationException when the bytes are not a JSON object
     */
    public static Head head(byte[] record, String time) {
        try (var json = MAPPER.createParser(record)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new SerializationException("a value is no record");
            }
            var texts = new HashMap<String, String>();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                var field = json.currentName();
                var token = json.nextToken();
                if (field.equals(time)) {
                    return new Head(texts, InstantText.parse(json.getText()));
                } else if (token == JsonToken.VALUE_STRING) {
                    texts.put(field, json.getText());
                } else {
                    json.skipChildren();
                }
            }
            return new Head(texts, null);
        } catch (IOException | DateTimeException broken) {
            throw new SerializationException("a value is no record");
        }
    }

    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException bug) {
            throw new SerializationException("a " + value.getClass().getSimpleName() + " has no JSON", bug);
        }
    }

    /** @throws SerializationException when the bytes are not such a record; the message does not quote them */
    public static <T> T read(Class<T> type, byte[] bytes) {
        try {
            return MAPPER.readValue(bytes, type);
        } catch (IOException broken) {
            // The cause's message quotes the value, so it is omitted.
            throw new SerializationException("a value is no " + type.getSimpleName());
        }
    }
}
