package footfall.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.alert.Alert;
import footfall.desire.AppliedRemedy;
import footfall.desire.Desire;
import footfall.line.InstantText;
import footfall.pattern.BilledHour;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.shipper.ShipperState;
import footfall.testkit.Samples;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Exported;
import footfall.wire.Json;
import footfall.wire.RejectedLine;
import footfall.wire.Undelivered;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.storage.Converter;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The records of every channel as Connect gets them. */
class FootfallConverterTest {
    private static final Map<Channel<?, ?>, Class<?>> RECORDS = Map.ofEntries(
            Map.entry(Channels.TURNS, Turn.class),
            Map.entry(Channels.INVOCATIONS, Invocation.class),
            Map.entry(Channels.ALERTS, Alert.class),
            Map.entry(Channels.SESSIONS, SessionSummary.class),
            Map.entry(Channels.PATTERNS, Pattern.class),
            Map.entry(Channels.TOOLS, Tool.class),
            Map.entry(Channels.LOOPS, RecurringLoop.class),
            Map.entry(Channels.DESIRES, Desire.class),
            Map.entry(Channels.USAGE, BilledHour.class),
            Map.entry(Channels.OPEN, TurnSnapshot.class),
            Map.entry(Channels.REJECTED, RejectedLine.class),
            Map.entry(Channels.UNDELIVERED, Undelivered.class),
            Map.entry(Channels.EXPORTED, Exported.class),
            Map.entry(Channels.SHIPPERS, ShipperState.class),
            Map.entry(Channels.REMEDIES, AppliedRemedy.class));

    private static FootfallConverter converter(boolean isKey, Map<String, ?> configs) {
        var converter = new FootfallConverter();
        converter.configure(configs, isKey);
        return converter;
    }

    private static Struct value(Map<String, ?> configs, Channel<?, ?> channel, byte[] bytes) {
        var read = converter(false, configs).toConnectData(channel.topic(Channels.PREFIX), bytes);
        var struct = (Struct) read.value();
        assertThat(read.schema()).isSameAs(struct.schema());
        struct.validate();
        return struct;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] sample(Channel<?, ?> channel) {
        return channel == Channels.LINES
                ? Shipment.of(Story.all().get(0)).get(0).value()
                : Json.bytes(Samples.of(RECORDS.get(channel)));
    }

    @TestFactory
    Stream<DynamicTest> everyFieldOfEveryChannelIsThere() {
        return Channels.all().stream()
                .flatMap(channel -> Stream.of(
                                Map.<String, String>of(), Map.of("nested", "struct"), Map.of("timestamps", "text"))
                        .map(configs -> dynamicTest(channel.name() + " " + configs, () -> {
                            var bytes = sample(channel);
                            var json = Json.MAPPER.readTree(bytes);
                            var read = json(value(configs, channel, bytes));
                            assertThat(read).isEqualTo(channel == Channels.LINES ? object().set("line", json) : json);
                        })));
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** A value of Connect as the JSON that it came from. */
    private static JsonNode json(Object value) throws JsonProcessingException {
        if (!(value instanceof Struct struct)) {
            return value instanceof Date date
                    ? Json.MAPPER.valueToTree(date.toInstant())
                    : Json.MAPPER.valueToTree(value instanceof BigDecimal cost ? cost.doubleValue() : value);
        }
        var json = object();
        for (var field : struct.schema().fields()) {
            var part = struct.get(field);
            if (part instanceof List<?> list) {
                var array = json.putArray(field.name());
                for (var item : list) {
                    array.add(json(item));
                }
            } else if (part != null) {
                json.set(
                        field.name(),
                        "io.debezium.data.Json".equals(field.schema().name())
                                ? Json.MAPPER.readTree((String) part)
                                : json(part));
            }
        }
        // With the types of numbers that JSON has
        return Json.MAPPER.readTree(json.toString());
    }

    @Test
    void typesComeFromThePublishedSchema() {
        var schema = value(Map.of(), Channels.TURNS, sample(Channels.TURNS)).schema();
        assertThat(schema.name()).isEqualTo("footfall.turn");
        assertThat(schema.version()).isEqualTo(1);
        assertThat(schema.field("turn_id").schema().isOptional()).isFalse();
        assertThat(schema.fields().stream()
                        .filter(field -> !field.schema().isOptional())
                        .map(Field::name))
                .containsExactly("turn_id");
        assertThat(schema.field("index").schema().type()).isEqualTo(Schema.Type.INT64);
        assertThat(schema.field("started_at").schema().name()).isEqualTo(Timestamp.LOGICAL_NAME);
        assertThat(schema.field("cost_usd").schema().parameters()).containsEntry(Decimal.SCALE_FIELD, "4");
        assertThat(schema.field("long").schema().type()).isEqualTo(Schema.Type.BOOLEAN);
        assertThat(schema.field("tokens").schema().name()).isEqualTo("io.debezium.data.Json");
        assertThat(schema.field("copy_of").schema().doc()).startsWith("the session that owns the prompt");
        var nested = value(Map.of("nested", "struct"), Channels.TURNS, sample(Channels.TURNS))
                .schema();
        assertThat(nested.field("tokens").schema().name()).isEqualTo("footfall.turn.tokens");
        assertThat(nested.field("steps").schema().valueSchema().name()).isEqualTo("footfall.turn.step");
        assertThat(nested.field("models").schema().valueSchema()).isEqualTo(Schema.STRING_SCHEMA);
    }

    @Test
    void aTombstoneHasNoValueAndNoSchema() {
        for (var channel : Channels.all()) {
            var read = converter(false, Map.of()).toConnectData(channel.topic(Channels.PREFIX), null);
            assertThat(read.schema()).isNull();
            assertThat(read.value()).isNull();
        }
    }

    @Test
    void aRecordOfALaterFootfallLosesItsNewFieldsAndOneOfAnEarlierHasNulls() {
        var later = "{\"turn_id\":\"s1:0\",\"length\":3,\"added\":{\"deep\":[1]}}";
        assertThat(value(Map.of(), Channels.TURNS, utf8(later))).hasToString("Struct{turn_id=s1:0,length=3}");
    }

    @Test
    void aRecordThatIsNoneIsRefusedByTopicAndFieldWithoutItsContent() {
        var why = "Cannot read a record of the topic footfall.turns: ";
        var values = converter(false, Map.of("nested", "struct"));
        Map.of(
                        "secret",
                        "the value is not JSON",
                        "",
                        "the value is not a JSON object",
                        "[\"secret\"]",
                        "the value is not a JSON object",
                        "{\"index\":1}",
                        "the field turn_id is missing",
                        "{\"turn_id\":\"s1:0\",\"index\":\"secret\"}",
                        "the field index does not match its schema",
                        "{\"turn_id\":\"s1:0\",\"index\":1.5}",
                        "the field index does not match its schema",
                        "{\"turn_id\":\"s1:0\",\"started_at\":\"secret\"}",
                        "the field started_at does not match its schema",
                        "{\"turn_id\":\"s1:0\",\"steps\":[{\"tool\":17}]}",
                        "the field tool does not match its schema",
                        "{\"turn_id\":\"s1:0\",\"tokens\":[\"secret\"]}",
                        "the field tokens does not match its schema")
                .forEach((json, reason) -> assertThatThrownBy(() -> values.toConnectData("footfall.turns", utf8(json)))
                        .isExactlyInstanceOf(DataException.class)
                        .hasMessage(why + reason)
                        .hasNoCause());
        var keys = converter(true, Map.of());
        assertThatThrownBy(() -> keys.toConnectData("footfall.invocations", utf8("secret")))
                .hasMessage("Cannot read a record of the topic footfall.invocations: the key has no \"/\"");
        assertThatThrownBy(() -> keys.toConnectData("footfall.invocations", utf8("s1:0/secret")))
                .hasMessage("Cannot read a record of the topic footfall.invocations:"
                        + " the part turn_sequence of the key is not an integer");
    }

    @Test
    void anotherTopicIsRefused() {
        assertThatThrownBy(() -> converter(false, Map.of()).toConnectData("orders", utf8("{}")))
                .isInstanceOf(DataException.class)
                .hasMessage("\"orders\" is not a topic of footfall, which are: footfall.alerts, footfall.desires,"
                        + " footfall.exported, footfall.invocations, footfall.lines, footfall.loops, footfall.open,"
                        + " footfall.patterns, footfall.rejected, footfall.remedies, footfall.sessions,"
                        + " footfall.shippers, footfall.tools, footfall.turns, footfall.undelivered, footfall.usage."
                        + " Set topic.prefix of the converter, or remove the topic.");
    }

    @Test
    void theNulCharacterWhichDatabasesRefuseIsReplaced() {
        var json = "{\"turn_id\":\"a\\u0000b\",\"models\":[\"\\u0000\\u0000\",\"\\\\u0000\",\"\\\\\\u0000\"]}";
        assertThat(value(Map.of(), Channels.TURNS, utf8(json)))
                .hasToString("Struct{turn_id=a\uFFFDb,models=[\"\\ufffd\\ufffd\",\"\\\\u0000\",\"\\\\\\ufffd\"]}");
        assertThat(converter(true, Map.of())
                        .toConnectData("footfall.tools", utf8("a\0"))
                        .value())
                .hasToString("Struct{tool=a\uFFFD}");
        assertThat(value(Map.of("nested", "struct"), Channels.TURNS, utf8(json)).getArray("models"))
                .containsExactly("\uFFFD\uFFFD", "\\u0000", "\\\uFFFD");
    }

    @Test
    void instantsAreInMillisecondsOrText() {
        var json = "{\"turn_id\":\"s1:0\",\"started_at\":\"2026-01-05T10:00:00.123456Z\"}";
        assertThat(value(Map.of(), Channels.TURNS, utf8(json)).get("started_at"))
                .isEqualTo(Date.from(InstantText.parse("2026-01-05T10:00:00.123Z")));
        assertThat(value(Map.of("timestamps", "text"), Channels.TURNS, utf8(json))
                        .get("started_at"))
                .isEqualTo("2026-01-05T10:00:00.123456Z");
    }

    @Test
    void itOnlyReads() {
        assertThatThrownBy(() -> converter(false, Map.of()).fromConnectData("footfall.turns", null, null))
                .isInstanceOf(DataException.class)
                .hasMessage("Cannot write to the topic footfall.turns: this converter only reads.");
    }

    @Test
    void aWorkerFindsIt() {
        assertThat(ServiceLoader.load(Converter.class)).hasAtLeastOneElementOfType(FootfallConverter.class);
        var converter = new FootfallConverter();
        assertThat(converter.version()).isNotEmpty();
        assertThat(converter.config().names()).containsExactlyInAnyOrder("topic.prefix", "nested", "timestamps");
        assertThatThrownBy(() -> converter.configure(Map.of("nested", "flat"), false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Invalid value flat for configuration nested");
    }
}
