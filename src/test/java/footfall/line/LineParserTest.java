package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineParserTest {
    private static final Source FILE = Source.file(new SessionId("file"), null);

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Parsed> parse(byte[] raw) {
        return new LineParser().parse(Bytes.of(raw), 1_000, FILE);
    }

    private static Line line(String json) {
        return ((Parsed.Accepted) parse(utf8(json)).get(0)).line();
    }

    private static RejectedBytes rejected(RejectedBytes.Reason reason, long offset, long length) {
        return new RejectedBytes(reason, offset, length);
    }

    @Test
    void everyComponentOfAnAssistantLineIsRead() {
        var line = line("""
            {"message":{"content":[{"type":"text","text":"x"},{"name":"Bash","input": {"command": "git log"} ,
            "id":"t1","type":"tool_use"},
            {"type":"tool_use","name":"Edit","id":"t2","input":{"file_path":"a/b.kt"}}],
            "usage":{"output_tokens":2,"input_tokens":1,
            "cache_read_input_tokens":4,"cache_creation_input_tokens":3,
            "cache_creation":{"ephemeral_5m_input_tokens":1,"ephemeral_1h_input_tokens":2}},
            "stop_reason":"end_turn","model":"opus","id":"m1"},
            "cwd":"/home/ada/shop","version":"2.1.0","uuid":"u1",
            "parentUuid":"u0","promptId":"p1","timestamp":"2026-01-05T10:00:00.123Z","sessionId":"s1",
            "isSidechain":true,"agentId":"a1","type":"assistant"}""");
        assertThat(line)
                .usingRecursiveComparison()
                .ignoringFields("toolUses.input", "toolUses.changes")
                .isEqualTo(new Line.Assistant(
                        new Envelope(
                                new SessionId("s1"),
                                "a1",
                                Instant.parse("2026-01-05T10:00:00.123Z"),
                                "u1",
                                "u0",
                                "p1",
                                "2.1.0",
                                "shop"),
                        new Line.Message("m1", "opus", "end_turn", new Usage(1, 2, 3, 2, 4)),
                        List.of(
                                new ToolUse(
                                        "t1",
                                        "Bash",
                                        BashCategory.VERSION_CONTROL,
                                        null,
                                        22,
                                        null,
                                        "git",
                                        null,
                                        "git log",
                                        true,
                                        null,
                                        null),
                                new ToolUse(
                                        "t2",
                                        "Edit",
                                        null,
                                        ".kt",
                                        22,
                                        null,
                                        "edit",
                                        new Target("a/b.kt", false),
                                        null,
                                        false,
                                        null,
                                        null))));
    }

    @Test
    void sizesAreThoseOfTheJsonAsItStands() {
        var line = (Line.ToolResults) line("""
                {"type":"user","message":{"content":[
                {"type":"tool_result","content" : "\\u00e9\\n"  , "tool_use_id":"t1"},
                {"tool_use_id":"t2","type":"tool_result","content":[ {"type":"text","text":"é"} ]},
                {"tool_use_id":"t3","type":"tool_result"}]}}""");
        assertThat(line.results())
                .extracting(ToolResult::toolUseId, ToolResult::resultBytes)
                .containsExactly(tuple("t1", 10L), tuple("t2", 31L), tuple("t3", 0L));
    }

    @ParameterizedTest(name = "{0} is in {1}")
    @CsvSource(
            delimiter = '→',
            nullValues = "-",
            value = {
                "/home/ada/shop → shop",
                "/home/ada/shop/ → shop",
                "C:\\Users\\ada\\shop → shop",
                "shop → shop",
                "/ → -",
                "'' → -"
            })
    void theProjectIsTheLastPartOfTheFolder(String cwd, String project) {
        var json = "{\"type\":\"user\",\"cwd\":\"" + cwd.replace("\\", "\\\\") + "\"}";
        assertThat(line(json).envelope().project()).isEqualTo(project);
    }

    @Test
    void aLineWithoutASessionBelongsToItsFile() {
        assertThat(line("{\"type\":\"summary\"}"))
                .isEqualTo(new Line.Nothing(
                        new Envelope(new SessionId("file"), null, null, null, null, null, null, null), "summary"));
    }

    @Test
    void theAgentOfAFileStandsBeforeThatOfALine() {
        var source = Source.file(new SessionId("file"), "a1");
        var raw = utf8("{\"type\":\"user\",\"isSidechain\":true,\"agentId\":\"a2\"}");
        var part = (Parsed.Accepted)
                new LineParser().parse(Bytes.of(raw), 0, source).get(0);
        assertThat(part.line().envelope().agent()).isEqualTo("a1");
        assertThat(line("{\"type\":\"user\",\"agentId\":\"a2\"}").envelope().agent())
                .isNull();
        assertThat(line("{\"type\":\"user\",\"agentId\":\"a2\",\"isSidechain\":true}")
                        .envelope()
                        .agent())
                .isEqualTo("a2");
        assertThat(line("{\"type\":\"user\",\"isSidechain\":true}").envelope().agent())
                .isEqualTo("sidechain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"agentId", "parent_tool_use_id"})
    void anEmptyAgentIdIsNone(String field) {
        var json = "{\"type\":\"user\",\"" + field + "\":\"\",\"isSidechain\":true}";
        assertThat(line(json).envelope().agent()).isEqualTo("sidechain");
    }

    @Test
    void anEmptyIdOrModelIsNone() {
        var line = line("""
            {"type":"assistant","sessionId":"","uuid":"","parentUuid":"","promptId":"",
            "message":{"id":"","model":"","content":[{"type":"tool_use","id":"","name":"Read"}]}}""");
        assertThat(line)
                .isEqualTo(new Line.Assistant(
                        new Envelope(new SessionId("file"), null, null, null, null, null, null, null),
                        new Line.Message(null, null, null, null),
                        List.of(new ToolUse(
                                null, "Read", null, null, 0, null, "read", null, null, false, null, null))));
        var data = "{\"type\":\"agent_progress\",\"agentId\":\"\"}";
        var link = "{\"type\":\"progress\",\"parentToolUseID\":\"t\",\"data\":" + data + "}";
        assertThat(line(link)).isInstanceOf(Line.Nothing.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "yesterday",
                "",
                "2026-13-01T00:00:00Z",
                "2026-01-05",
                "1767607200",
                "+1000000000-12-31T23:59:59.999999999Z",
                "-1000000000-01-01T00:00:00Z",
                "+10000-01-01T00:00:00Z"
            })
    void aTimestampThatIsNoMomentOfAnyCalendarCountsAsMissing(String timestamp) {
        assertThat(line("{\"type\":\"user\",\"timestamp\":\"" + timestamp + "\"}")
                        .envelope()
                        .at())
                .isNull();
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '→',
            value = {
                "[1,2] → NOT_AN_OBJECT",
                "42 → NOT_AN_OBJECT",
                "null → NOT_AN_OBJECT",
                "[1,2 → NOT_JSON",
                "hello → NOT_JSON",
                "{\"type\" → NOT_JSON",
                "{\"type\":\"user\", → NOT_JSON",
                "{\"a\":01} → NOT_JSON",
                "{'a':1} → NOT_JSON"
            })
    void whatIsNoObjectIsRejectedWithItsReason(String raw, RejectedBytes.Reason reason) {
        assertThat(parse(utf8(raw))).containsExactly(rejected(reason, 1_000, raw.length()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "C0 AF",
                "C1 BF",
                "E0 80 80",
                "ED A0 80",
                "F0 80 80 80",
                "F4 90 80 80",
                "F5 80 80 80",
                "FF",
                "C3",
                "E2 82"
            })
    void whatIsNoUtf8IsRejectedWhereverItStands(String hex) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(utf8("{\"type\":\"user\",\"other\":\""));
        for (var pair : hex.split(" ")) {
            bytes.write(Integer.parseInt(pair, 16));
        }
        bytes.writeBytes(utf8("\"}"));
        var raw = bytes.toByteArray();
        assertThat(parse(raw)).containsExactly(rejected(RejectedBytes.Reason.INVALID_UTF_8, 1_000, raw.length));
    }

    @Test
    void aThousandLevelsAreReadAndOneMoreIsRejected() {
        assertThat(line(nested(999)).match(new KindOf())).isEqualTo("user/blank");
        assertThat(parse(utf8(nested(1_000))))
                .containsExactly(rejected(
                        RejectedBytes.Reason.TOO_DEEP, 1_000, nested(1_000).length()));
        var list = "[".repeat(1_001) + "]".repeat(1_001);
        assertThat(parse(utf8(list))).containsExactly(rejected(RejectedBytes.Reason.TOO_DEEP, 1_000, 2_002));
    }

    /** An object with {@code levels} lists in it: one level more than that. */
    private static String nested(int levels) {
        return "{\"type\":\"user\",\"x\":" + "[".repeat(levels) + "]".repeat(levels) + "}";
    }

    @Test
    void aLineLongerThanTheLimitIsRejectedUnread() {
        var json = utf8("{\"type\":\"user\"}");
        assertThat(new LineParser(json.length).parse(Bytes.of(json), 7, FILE))
                .hasSize(1)
                .allMatch(Parsed.Accepted.class::isInstance);
        assertThat(new LineParser(json.length - 1).parse(Bytes.of(json), 7, FILE))
                .containsExactly(rejected(RejectedBytes.Reason.TOO_LONG, 7, json.length));
    }

    @Test
    void gluedRecordsAreALineEachAtTheirOwnOffset() {
        var parts = parse(utf8("\uFEFF\0\0{\"type\":\"a\"}{\"type\":\"b\"} \0\uFEFF\0{\"type\":\"c\"}\r"));
        assertThat(parts)
                .extracting(
                        Parsed::offset,
                        Parsed::length,
                        part -> ((Parsed.Accepted) part).line().match(new KindOf()))
                .containsExactly(tuple(1_005L, 12L, "a"), tuple(1_017L, 12L, "b"), tuple(1_035L, 12L, "c"));
    }

    @Test
    void fromTheFirstThingThatIsNoRecordTheRestOfTheLineIsRejected() {
        assertThat(parse(utf8("{\"type\":\"a\"}{\"type\"{\"type\":\"b\"}")))
                .hasSize(2)
                .last()
                .isEqualTo(rejected(RejectedBytes.Reason.NOT_JSON, 1_012, 19));
        assertThat(parse(utf8("{\"type\":\"a\"},{\"type\":\"b\"}")))
                .hasSize(2)
                .last()
                .isEqualTo(rejected(RejectedBytes.Reason.NOT_JSON, 1_012, 13));
    }

    @Test
    void wholeRecordsBehindInvalidOnesAreLinesAtTheirOwnOffset() {
        var record = "{\"type\":\"b\",\"sessionId\":\"s\",\"x\":\"\\\\\\\"}{\"}";
        assertThat(parse(utf8("{\"type\"" + record + "\0 " + record + " ")))
                .extracting(Parsed::offset, Parsed::length)
                .containsExactly(
                        tuple(1_000L, 7L), tuple(1_007L, (long) record.length()), tuple(1_009L + record.length(), (long)
                                record.length()));
        assertThat(parse(utf8("beep" + record)).get(0)).isEqualTo(rejected(RejectedBytes.Reason.NOT_JSON, 1_000, 4));
        assertThat(parse(utf8("{\"type\":\"progress\",\"data\":{\"type\":\"user\"}")))
                .hasSize(1);
    }

    /** Reading each of them once for each place where a record could begin would take hours. */
    @ParameterizedTest
    @ValueSource(strings = {"{", "{\"", "\"\\\"", "{},", "{\"a\":{},", "\\", "}", "[]]}"})
    void aLongBrokenLineIsReadInLinearTime(String piece) {
        var line = utf8("{\"type\":" + piece.repeat(3_000_000 / piece.length()) + "}");
        assertThat(parse(line))
                .hasSize(1)
                .first()
                .isInstanceOf(RejectedBytes.class)
                .returns((long) line.length, Parsed::length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\r", "\t\uFEFF"})
    void nothingIsNoLine(String raw) {
        assertThat(parse(utf8(raw))).isEmpty();
    }
}
