package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.alert.Alert;
import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.testkit.Fold;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import footfall.turn.Invocation;
import footfall.turn.Origin;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

/** The bytes of every record that leaves. */
class JsonTest {
    private static final Instant NOON = Fold.NOON;

    private static final Invocation INVOCATION = new Invocation(
            "s1/a1:2",
            3,
            7,
            true,
            1,
            new SessionId("s1"),
            "a1",
            "s0",
            new Step.Use("Bash", "run", null, "t1", NOON, NOON.plusMillis(1_500)),
            true,
            new Step.Result(
                    Outcome.ERROR,
                    Permission.USER_ONCE,
                    "“é”",
                    ErrorCategory.ENV_NEED,
                    "jq",
                    BashCategory.values()[0],
                    ".py",
                    10,
                    20,
                    "b2"),
            900L,
            new Turn.Product("codex", "0.147.0"),
            new Origin("shop", "box", "ada"));

    private static final Alert ALERT = new Alert(
            "s1:0:length:2",
            Alert.Kind.LENGTH,
            2,
            Alert.State.CLEARED,
            22,
            20,
            "s1:0",
            new SessionId("s1"),
            "Read{2+} → Edit",
            new Turn.Product("codex", "0.147.0"),
            new Origin("shop", "box", "ada"),
            NOON,
            NOON.plusSeconds(1));

    private static void assertRecord(Object value, String json) {
        assertThat(new String(Json.bytes(value), StandardCharsets.UTF_8)).isEqualTo(json);
        assertThat((Object) Json.read(value.getClass(), json.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(value);
    }

    @Test
    void anInvocationIsFlat() {
        assertRecord(
                INVOCATION,
                "{\"turn_id\":\"s1/a1:2\",\"turn_sequence\":3,\"turn_length\":7,\"long\":true,"
                        + "\"revision\":1,\"session_id\":\"s1\",\"agent_id\":\"a1\",\"copy_of\":\"s0\","
                        + "\"tool\":\"Bash\",\"intent\":\"run\","
                        + "\"tool_use_id\":\"t1\",\"started_at\":\"2026-02-01T12:00:00Z\","
                        + "\"completed_at\":\"2026-02-01T12:00:01.500Z\",\"parallel\":true,"
                        + "\"outcome\":\"error\",\"permission\":\"user-once\",\"error\":\"“é”\","
                        + "\"category\":\"env-need\",\"subject\":\"jq\",\"bash_category\":\""
                        + BashCategory.values()[0].label()
                        + "\",\"file_extension\":\".py\",\"input_bytes\":10,\"result_bytes\":20,\"subagent\":\"b2\","
                        + "\"ran_ms\":900,"
                        + "\"agent\":\"codex\",\"agent_version\":\"0.147.0\","
                        + "\"project\":\"shop\",\"host\":\"box\",\"user\":\"ada\"}");
    }

    @Test
    void anAlertSaysWhatAndWhen() {
        assertRecord(
                ALERT,
                "{\"alert_id\":\"s1:0:length:2\",\"kind\":\"length\",\"level\":2,\"state\":\"cleared\","
                        + "\"value\":22,\"threshold\":20,\"turn_id\":\"s1:0\",\"session_id\":\"s1\","
                        + "\"pattern_so_far\":\"Read{2+} → Edit\","
                        + "\"agent\":\"codex\",\"agent_version\":\"0.147.0\",\"project\":\"shop\",\"host\":\"box\","
                        + "\"user\":\"ada\","
                        + "\"started_at\":\"2026-02-01T12:00:00Z\",\"raised_at\":\"2026-02-01T12:00:01Z\"}");
    }

    @Test
    void aRejectedLineIsAPlaceAndWhatIsAbsentIsLeftOut() {
        assertRecord(
                new RejectedLine("claude/s@00.0", 7, 9, RejectedBytes.Reason.GAP, "box"),
                "{\"file_id\":\"claude/s@00.0\",\"offset\":7,\"length\":9,\"reason\":\"gap\",\"host\":\"box\"}");
        assertRecord(
                new RejectedLine("footfall.lines-0", 7, 0, RejectedBytes.Reason.UNREADABLE, null),
                "{\"file_id\":\"footfall.lines-0\",\"offset\":7,\"length\":0,\"reason\":\"unreadable\"}");
    }

    @Test
    void everyTurnOfTheStoriesIsWrittenAsItsPageSaysAndReadBack() {
        for (var story : Story.all()) {
            for (var turn : Fold.files(story.files())) {
                var bytes = Json.bytes(turn);
                var back = Json.read(Turn.class, bytes);
                assertThat(back).isEqualTo(turn);
                assertThat(comparable(new String(bytes, StandardCharsets.UTF_8)))
                        .isEqualTo(comparable(TurnJson.line(turn)));
            }
        }
    }

    /** Without costs, which compare as amounts. Stories leave out one-hour writes of 0 and usual outcomes. */
    private static String comparable(String turn) {
        return TurnJson.pretty(turn)
                .replaceAll("\"cost_usd\" : .*|\"cache_creation_1h\" : 0,\\s*|\"outcome\" : \"ok\",\\s*", "");
    }

    @Test
    void unknownFieldsAreSkippedAndUnknownWordsAreNoRecord() {
        var json = new String(Json.bytes(ALERT), StandardCharsets.UTF_8);
        assertThat(Json.read(Alert.class, bytes(json.replaceFirst("\\{", "{\"new\":[1],"))))
                .isEqualTo(ALERT);
        assertThatThrownBy(() -> Json.read(Alert.class, bytes(json.replace("cleared", "secret-word"))))
                .isInstanceOf(SerializationException.class)
                .hasMessage("a value is no Alert")
                .hasNoCause();
    }

    @Test
    void aTombstoneIsNothing() {
        var serde = Channels.TURNS.value();
        assertThat(serde.serializer().serialize("turns", null)).isNull();
        assertThat(serde.deserializer().deserialize("turns", null)).isNull();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
