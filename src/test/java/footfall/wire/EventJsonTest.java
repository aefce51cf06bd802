package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.Target;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import footfall.testkit.Samples;
import footfall.testkit.Turns;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The records of programs that footfall does not know: read, bounded or refused, and never a failure. */
class EventJsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final List<String> KINDS = EventJson.KINDS.keySet().stream().sorted().toList();

    private static Optional<LineEvents> read(String json) {
        return EventJson.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    /** Of one event; single quotes stand for double ones. */
    private static Optional<LineEvents> event(String fields) {
        return read("{'events':[{" + fields + "}]}");
    }

    private static Line only(String fields) {
        var events = event(fields).orElseThrow().events();
        assertThat(events).hasSize(1);
        return events.get(0);
    }

    static Line sample(String kind) {
        return (Line) Samples.of(EventJson.KINDS.get(kind));
    }

    private static String text(LineEvents events) {
        return new String(EventJson.written(events), StandardCharsets.UTF_8);
    }

    @Test
    void theLeastOfEachKindIsRead() {
        var at = new Envelope(new SessionId("s"), null, null, null, null, null, null, null);
        assertThat(only("'kind':'stopped','session_id':'s'")).isEqualTo(new Line.Stop(at));
        assertThat(only("'session_id':'s','kind':'stopped'")).isEqualTo(new Line.Stop(at));
    }

    @Test
    void anEmptyTextIsAnotherOneThanNone() {
        var call = new ToolUse("", "", null, "", 0, "", "", new Target("0", false), null, false, null, null);
        var result = new ToolResult("", Outcome.ERROR, "", 0, null);
        var envelope = Turns.with(
                new Envelope(new SessionId(""), "", null, "", "", "", "", "").ownedBy(""), Map.of("origin", ""));
        var events = new LineEvents(
                "u", List.of(new Line.ScriptCall(envelope, "", call, null, result), new Line.CallStart(envelope, "")));
        assertThat(EventJson.read(EventJson.written(events))).contains(events);
    }

    @Test
    void theIdOfALineIsRepeatedOnlyByAPrompt() {
        var at = new Envelope(new SessionId("s"), null, null, "u", null, null, null, null);
        var prompt = new Line.Prompt(at, Trigger.HUMAN, 0, UserTextKind.TEXT);
        var events = new LineEvents("u", List.of(new Line.Stop(at.with("u")), prompt, new Line.Stop(at.with("v"))));
        assertThat(text(events))
                .isEqualTo("{'id':'u','events':[{'kind':'stopped','session_id':'s'}"
                        .concat(",{'kind':'prompt','session_id':'s','uuid':'u','trigger':'human','says':'text'}")
                        .concat(",{'kind':'stopped','session_id':'s','uuid':'v'}]}")
                        .replace('\'', '"'));
    }

    @Property(tries = 300)
    void whatIsWrittenIsRead(@ForAll long seed) {
        var random = new Random(seed);
        var events = new ArrayList<Line>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            events.add(any(random));
        }
        var written = new LineEvents(random.nextBoolean() ? "u" : null, events);
        assertThat(EventJson.read(EventJson.written(written))).contains(written);
    }

    /** An event with some components changed. */
    static Line any(Random random) {
        var event = sample(KINDS.get(random.nextInt(KINDS.size())));
        for (int i = random.nextInt(4); i > 0; i--) {
            var variants = Samples.variants(event);
            event = (Line) List.copyOf(variants.values()).get(random.nextInt(variants.size()));
        }
        return event;
    }

    @Test
    void everyComponentOfEachKindIsWritten() {
        for (var kind : KINDS) {
            var sample = sample(kind);
            Samples.variants(sample)
                    .forEach((path, variant) -> assertThat(text(LineEvents.of((Line) variant)))
                            .as(kind + " " + path)
                            .isNotEqualTo(text(LineEvents.of(sample))));
        }
    }

    @Test
    void everyComponentOfEachKindMayChangeTwice() {
        for (var kind : KINDS) {
            var variants = Samples.variants(sample(kind));
            variants.forEach((path, variant) ->
                    assertThat(Samples.variants(variant)).as(kind + " " + path).containsOnlyKeys(variants.keySet()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "7",
                "[]",
                "'events'",
                "{}",
                "{'events':null}",
                "{'events':7}",
                "{'events':{}}",
                "{'events':[7]}",
                "{'events':[null]}",
                "{'events':[[]]}",
                "{'events':[{}]}",
                "{'id':'u','events':[]}",
                "{'id':{},'events':[{'kind':'stopped','session_id':'s'}]}",
                "{'events':[{'kind':'stopped','session_id':'s'}]",
            })
    void whatAreNoEventsIsRefused(String json) {
        assertThat(read(json)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'kind':'stopped'",
                "'kind':'stopped','session_id':null",
                "'kind':'stopped','session_id':{}",
                "'session_id':'s'",
                "'kind':null,'session_id':'s'",
                "'kind':7,'session_id':'s'",
                "'kind':'dreamt','session_id':'s'",
                "'kind':'unresolved','session_id':'s'",
                "'kind':'nothing','session_id':'s'",
                "'kind':'footfall.line.Line$Stop','session_id':'s'",
                "'kind':'stopped','session_id':'s','at':'yesterday'",
                "'kind':'stopped','session_id':'s','at':{}",
                "'kind':'stopped','session_id':'s','uuid':[]",
                "'kind':'prompt','session_id':'s'",
                "'kind':'prompt','session_id':'s','trigger':'whim'",
                "'kind':'prompt','session_id':'s','trigger':'human','chars':'many'",
                "'kind':'prompt','session_id':'s','trigger':'human','chars':99999999999",
                "'kind':'answer','session_id':'s'",
                "'kind':'answer','session_id':'s','message':7",
                "'kind':'answer','session_id':'s','message':{'usage':{'input':-1}}",
                "'kind':'answer','session_id':'s','message':{'usage':{'output':36028797018963969}}",
                "'kind':'answer','session_id':'s','message':{'usage':{'output':1e30}}",
                "'kind':'answer','session_id':'s','message':{'tiers':['swift']}",
                "'kind':'answer','session_id':'s','message':{'beside':[{'model':'m'}]}",
                "'kind':'answer','session_id':'s','message':{'beside':[null]}",
                "'kind':'answer','session_id':'s','message':{},'tool_uses':[{}]",
                "'kind':'answer','session_id':'s','message':{},'tool_uses':[{'tool':null}]",
                "'kind':'answer','session_id':'s','message':{},'tool_uses':[null]",
                "'kind':'answer','session_id':'s','message':{},'tool_uses':[{'tool':'Bash','bash_category':'Fun'}]",
                "'kind':'answer','session_id':'s','message':{},'tool_uses':[{'tool':'Read','target':{}}]",
                "'kind':'results','session_id':'s','results':[null]",
                "'kind':'results','session_id':'s','results':[{'outcome':'fine'}]",
                "'kind':'results','session_id':'s','results':[{'verdict':{}}]",
                "'kind':'linked','session_id':'s','tool_use_id':'t'",
                "'kind':'linked','session_id':'s','linked_agent':'a'",
                "'kind':'call_started','session_id':'s'",
                "'kind':'script_ended','session_id':'s'",
                "'kind':'finished_call','session_id':'s','use':{'tool':'Bash'}",
                "'kind':'finished_call','session_id':'s','result':{}",
                "'kind':'usage','session_id':'s'",
                "'kind':'limits','session_id':'s'",
                "'kind':'limits','session_id':'s','limits':{'primary':{'used_percent':3}}",
                "'kind':'limits','session_id':'s','limits':{'primary':{'used_percent':3,'window_minutes':5,"
                        + "'resets_at':'+10000-01-01T00:00:00Z'}}",
                "'kind':'limits','session_id':'s','limits':{'primary':{'used_percent':1e999999999,'window_minutes':5,"
                        + "'resets_at':'2026-01-05T10:00:00Z'}}",
                "'kind':'limits','session_id':'s','limits':{'primary':{'used_percent':-3,'window_minutes':5,"
                        + "'resets_at':'2026-01-05T10:00:00Z'}}",
                "'kind':'limits','session_id':'s','limits':{'primary':{'used_percent':3,'window_minutes':-5,"
                        + "'resets_at':'2026-01-05T10:00:00Z'}}",
                "'kind':'reported','session_id':'s','totals':[{'model':'m'}]",
                "'kind':'reported','session_id':'s','totals':[null]",
                "'kind':'reported','session_id':'s','cost':{'usd':-1}",
                "'kind':'reported','session_id':'s','cost':{'usd':1e16}",
                "'kind':'reported','session_id':'s','cost':{'usd':1e999999999}",
                "'kind':'reported','session_id':'s','cost':{'usd':1e-999999999}",
                "'kind':'reported','session_id':'s','cost':{'usd':0e999999999}",
                "'kind':'reported','session_id':'s','cost':{'is_guess':true}",
            })
    void anEventThatLacksWhatItMustHaveOrHasWhatCannotBeIsRefused(String fields) {
        assertThat(event(fields)).isEmpty();
    }

    @Test
    void textsThatNoRedactionMakesAreRefused() {
        var call =
                "'kind':'answer','session_id':'s','message':{},'tool_uses':[{'tool':'Read','target':{'value':'%s'}}]";
        var result = "'kind':'results','session_id':'s','results':[{'outcome':'error','error':'%s'}]";
        var notice = "'kind':'text','session_id':'s','ended':{'outcome':'error','error':'%s'}";
        for (var fields : List.of(result, notice)) {
            assertThat(event(fields.formatted("Exit code 1"))).isPresent();
            assertThat(event(fields.formatted("😀".repeat(EventJson.ERROR_MAX))))
                    .isPresent();
            assertThat(event(fields.formatted("x".repeat(EventJson.ERROR_MAX + 1))))
                    .isEmpty();
            assertThat(event(fields.formatted("\\ud800"))).isEmpty();
        }
        var input = "'kind':'answer','session_id':'s','message':{},'tool_uses':[{'tool':'Bash','input':'%s'}]";
        for (var fields : List.of(call, input)) {
            assertThat(event(fields.formatted("e18c6e69fd9d"))).isPresent();
            for (var text : List.of("", "/home/ada/a.py", "a.py", "E18C", "0".repeat(65), "\\ud800")) {
                assertThat(event(fields.formatted(text))).as(text).isEmpty();
            }
        }
        var command = event(
                "'kind':'answer','session_id':'s','message':{},'tool_uses':[{'tool':'Bash','command':'a secret'}]");
        assertThat(command.orElseThrow().events().get(0).toolUses().get(0).command())
                .isNull();
    }

    @Test
    void whatALaterVersionAddsIsIgnored() {
        assertThat(read("{'of_a_later_version':[{}],'events':[{'kind':'stopped','session_id':'s','more':{'tool':7}}]}"))
                .isEqualTo(event("'kind':'stopped','session_id':'s'"));
    }

    @Test
    void idsAreBounded() {
        var id = "x".repeat(100_000);
        var events = read("{'id':'" + id + "','events':[{'kind':'answer','session_id':'" + id + "','agent_id':'" + id
                        + "','uuid':'" + id + "','parent_uuid':'" + id + "','prompt_id':'" + id + "','version':'" + id
                        + "','project':'" + id + "','origin':'" + id + "','copy_of':'" + id + "','message':{'id':'" + id
                        + "','model':'" + id + "','stop_reason':'" + id + "','beside':[{'model':'" + id
                        + "','usage':{}}]},'tool_uses':[{'id':'" + id + "','tool':'" + id + "','file_extension':'" + id
                        + "','subagent_type':'" + id + "','intent':'" + id + "'}]}]}")
                .orElseThrow();
        assertThat(text(events)).doesNotContain("x".repeat(Ids.LENGTH_MAX)).hasSizeLessThan(8_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'kind':'prompt','trigger':'human','chars':-5 | 'kind':'prompt','trigger':'human','says':'nothing'",
                "'kind':'text','chars':-5 | 'kind':'text','says':'nothing'",
                "'kind':'ended','duration_ms':-5 | 'kind':'ended'",
                "'kind':'ended','duration_ms':9223372036854775807 | 'kind':'ended','duration_ms':9007199254740992",
                "'kind':'interrupted','duration_ms':9223372036854775807"
                        + " | 'kind':'interrupted','duration_ms':9007199254740992",
                "'kind':'stopped','at':'-1000-01-01T00:00:00Z' | 'kind':'stopped'",
                "'kind':'stopped','at':'+10000-01-01T00:00:00Z' | 'kind':'stopped'",
                "'kind':'results','results':[{'result_bytes':-5}]"
                        + " | 'kind':'results','results':[{'outcome':'ok'}],'says':'nothing'",
                "'kind':'answer','message':{},'tool_uses':[{'tool':'Bash','input_bytes':-5}]"
                        + " | 'kind':'answer','message':{},'tool_uses':[{'tool':'Bash','intent':'shell'}]",
            })
    void whatNoLineCanMeanIsAbsentOrTheMost(String fields, String read) {
        var session = ",'session_id':'s'";
        assertThat(text(event(fields + session).orElseThrow()))
                .isEqualTo(text(event(read + session).orElseThrow()))
                .satisfies(json -> assertThat(JSON.readTree(json).at("/events/0"))
                        .isEqualTo(JSON.readTree(("{" + read + session + "}").replace('\'', '"'))));
    }

    /** Whatever is broken in what another program sends: it is refused, or means something that is written and read. */
    @Property(tries = 1_000)
    void whatIsNearlyAnEventIsReadOrRefusedAndNeverAnException(@ForAll long seed) throws IOException {
        var random = new Random(seed);
        var events = JSON.readTree(EventJson.written(LineEvents.of(any(random))));
        for (int i = random.nextInt(4); i >= 0; i--) {
            mutate(events, random);
        }
        var json = JSON.writeValueAsBytes(events);
        if (random.nextInt(4) == 0) {
            json[random.nextInt(json.length)] ^= (byte) (1 << random.nextInt(8));
        }
        var read = EventJson.read(json);
        read.ifPresent(
                what -> assertThat(EventJson.read(EventJson.written(what))).contains(what));
        assertThat(received(json)).isNotNull();
    }

    static final List<String> VALUES = List.of(
            "null",
            "true",
            "\"\"",
            "\"text\"",
            "\"\\u0000\\ud800\"",
            '"' + "x".repeat(2_001) + '"',
            "0",
            "-1",
            "7.5",
            "1e400",
            "9223372036854775807",
            "9223372036854775808",
            "\"-999999999-01-01T00:00:00Z\"",
            "\"9999-12-31T23:59:59.9999999999Z\"",
            "{}",
            "[]",
            "[null]",
            "[[]]",
            "[{}]",
            "{\"kind\":\"stopped\"}");

    /** Changes, removes, repeats or adds a value somewhere. */
    static void mutate(JsonNode root, Random random) throws IOException {
        var inner = new ArrayList<JsonNode>();
        collect(root, inner);
        var node = inner.get(random.nextInt(inner.size()));
        var value = JSON.readTree(VALUES.get(random.nextInt(VALUES.size())));
        if (node instanceof ObjectNode object) {
            var names = new ArrayList<String>();
            object.fieldNames().forEachRemaining(names::add);
            names.add("new");
            var name = names.get(random.nextInt(names.size()));
            if (random.nextInt(3) == 0) {
                object.remove(name);
            } else {
                object.set(name, value);
            }
        } else if (node instanceof ArrayNode list) {
            int at = random.nextInt(list.size() + 1);
            if (at < list.size() && random.nextBoolean()) {
                list.set(at, value);
            } else {
                list.insert(
                        at,
                        at < list.size() && random.nextBoolean() ? list.get(at).deepCopy() : value);
            }
        }
    }

    static void collect(JsonNode node, List<JsonNode> inner) {
        if (node.isContainerNode()) {
            inner.add(node);
            node.forEach(child -> collect(child, inner));
        }
    }

    private static Received received(byte[] value) {
        var headers = new RecordHeaders();
        new LineHeaders(new FileId("claude/s", "00", 0), 0, -1, null, null, null, null).addTo(headers);
        var place = new Received.Place("lines", 3, 14, 1_700_000_000_000L);
        return Received.read(new Received.Raw(place, "s", value, headers));
    }

    private static Received received(String json) {
        return received(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aRecordHasEventsOfOneTrailOfTheSessionThatIsItsKey() {
        assertThat(received("{'events':[{'kind':'stopped','session_id':'s'},{'kind':'compacted','session_id':'s'}]}"))
                .isInstanceOf(Received.OfLine.class);
        for (var events : List.of(
                "",
                "{'kind':'stopped','session_id':'other'}",
                "{'kind':'stopped','session_id':'s'},{'kind':'stopped','session_id':'other'}",
                "{'kind':'stopped','session_id':'s'},{'kind':'stopped','session_id':'s','agent_id':'a'}",
                "{'kind':'stopped','session_id':'s','agent_id':'a'},"
                        + "{'kind':'stopped','session_id':'s','agent_id':'b'}")) {
            assertThat(received("{'events':[" + events + "]}")).as(events).isInstanceOf(Received.Unreadable.class);
        }
    }
}
