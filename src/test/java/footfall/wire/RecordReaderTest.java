package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.shipper.ListedShipper;
import footfall.shipper.ShipperState;
import footfall.testkit.Turns;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a record with groups is read from, beside what {@link Json#bytes} writes. */
class RecordReaderTest {
    private static final Turn TURN =
            Turns.of("s1", 0, Instant.parse("2026-01-31T12:00:00.250Z"), "Read", "Bash:timeout", "<b>");

    private static Turn read(String json) {
        return Json.read(Turn.class, json.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode tree() {
        return Json.MAPPER.valueToTree(TURN);
    }

    @Test
    void aRecordIsReadBackFromItsJson() {
        assertThat(Json.read(Turn.class, Json.bytes(TURN))).isEqualTo(TURN);
        assertThat(Json.MAPPER.convertValue(tree(), Turn.class)).isEqualTo(TURN);
    }

    @Test
    void groupsWithinGroupsAndThoseOfOtherPackagesAreReadToo() {
        var state = new ShipperState(
                new ShipperState.Id("s", "ship", "box", "ada", "1", TURN.span().startedAt()),
                TURN.span().startedAt(),
                ShipperState.State.RUNNING,
                List.of(new ShipperState.AgentFiles("claude", 2)),
                new ShipperState.Backlog(2, 1, 7, 0),
                new ShipperState.Sent(3, 0, null, "0f"),
                10_000);
        var listed = new ListedShipper(state, TURN.span().startedAt(), 3, false, 5L);
        assertThat(Json.read(ListedShipper.class, Json.bytes(listed))).isEqualTo(listed);
    }

    @Test
    void theOrderOfFieldsHasNoMeaning() {
        var reversed = Json.MAPPER.createObjectNode();
        var names = new java.util.ArrayList<String>();
        tree().fieldNames().forEachRemaining(name -> names.add(0, name));
        names.forEach(name -> reversed.set(name, tree().get(name)));
        assertThat(read(reversed.toString())).isEqualTo(TURN);
    }

    @Test
    void unknownFieldsAreIgnored() {
        var json = tree();
        json.putObject("of_a_later_version").putArray("turn_id").add(1);
        json.put("groups", "x");
        ((ObjectNode) json.at("/steps/0")).putArray("more").addObject().put("tool", "y");
        assertThat(read(json.toString())).isEqualTo(TURN);
    }

    @Test
    void absentFieldsAndNullsAreNullOrZero() {
        var absent = read("{\"steps\":[],\"models\":[],\"unpriced_models\":[]}");
        assertThat(absent.id()).isEqualTo(new Turn.Id(null, null, null, 0));
        assertThat(absent.span()).isEqualTo(new Turn.Span(null, null, 0, null, null, false));
        assertThat(absent.size()).isEqualTo(new Turn.Size(0, null, false));
        assertThat(absent.detours().loops()).isEmpty();
        assertThat(absent.spend().usage()).isEmpty();
        assertThat(read("{\"steps\":[],\"models\":[],\"unpriced_models\":[],\"index\":null,\"long\":null,"
                        + "\"started_at\":null,\"duration_ms\":null,\"interrupted\":null,\"tokens\":null}"))
                .isEqualTo(absent);
    }

    @Test
    void ofAFieldThatOccursTwiceTheLastCounts() {
        var json = tree().toString();
        var twice = json.substring(0, json.length() - 1) + ",\"turn_id\":\"s1:1\",\"length\":9}";
        assertThat(read(twice).id().turnId()).isEqualTo("s1:1");
        assertThat(read(twice).size().length()).isEqualTo(9);
    }

    @Test
    void tokensOfAnEarlyBuildHaveNoWritesOfAnHour() {
        var tokens = "{\"input\":1,\"output\":2,\"cache_creation\":3,\"cache_read\":4}";
        assertThat(Json.read(Tokens.class, tokens.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Tokens(1, 2, 3, 0, 4));
        assertThat(Json.read(Tokens.class, "{\"output\":2}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Tokens.ofOutput(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "\"turn\"",
                "7",
                "{\"steps\":7}",
                "{\"steps\":[[]]}",
                "{\"turn_id\":{}}",
                "{\"index\":\"x\"}",
                "{\"started_at\":\"yesterday\"}",
                "{\"trigger\":\"no such word\"}",
                "{\"turn_id\":\"a\"",
                "{}",
                "",
            })
    void whatIsNoSuchRecordIsRefusedWithoutQuotingIt(String json) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(SerializationException.class)
                .hasMessage("a value is no Turn")
                .hasNoCause();
    }

    @Test
    void aNullInPlaceOfARecordIsNull() {
        assertThat(Json.read(Turn.class, "null".getBytes(StandardCharsets.UTF_8)))
                .isNull();
        var json = tree();
        json.putNull("totals");
        assertThat(read(json.toString())).isEqualTo(TURN);
        assertThat(List.of(TURN)).containsExactly(read(json.toString()));
    }

    @Test
    void aRemedyThatLacksWhatNamesItIsUnreadable() {
        for (var json :
                List.of("{}", "{\"desire\":\"env-need:rg\"}", "{\"id\":\"x\",\"desire\":\"x\",\"place\":\"skill\"}")) {
            assertThatThrownBy(() -> Channels.REMEDIES
                            .value()
                            .deserializer()
                            .deserialize("remedies", json.getBytes(StandardCharsets.UTF_8)))
                    .as(json)
                    .isInstanceOf(SerializationException.class);
        }
    }
}
