package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.line.Ids;
import footfall.line.RejectedBytes;
import footfall.line.SessionId;
import footfall.pattern.Deltas.Delta;
import footfall.pattern.Subject;
import footfall.row.RowBytes;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.TurnText;
import footfall.wire.Channels;
import footfall.wire.Json;
import footfall.wire.RejectedLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A record that no shipper sent is named in {@code rejected} by its place, and changes nothing else. */
class PoisonTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path state;

    private record Poison(String key, byte[] value, Headers headers) {}

    private static Shipment shipment() {
        return Shipment.of(session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Read", "t1"))
                .result(2, "t1")
                .duration(3, 7));
    }

    private static Poison of(Shipment.Sent sent, UnaryOperator<Headers> change) {
        return new Poison(sent.session(), sent.value(), change.apply(sent.headers()));
    }

    private static Poison with(Shipment.Sent sent, String header, String text) {
        return of(sent, headers -> {
            headers.remove("footfall." + header);
            return text == null ? headers : headers.add("footfall." + header, text.getBytes(StandardCharsets.UTF_8));
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Shipment.Sent sent) {
        return new String(sent.value(), StandardCharsets.UTF_8);
    }

    private static Map<String, Poison> poisons() {
        var good = shipment().get(1);
        var all = new LinkedHashMap<String, Poison>();
        all.put("no headers", new Poison("s1", good.value(), new RecordHeaders()));
        all.put("no key", new Poison(null, good.value(), good.headers()));
        all.put("an empty key", new Poison("", good.value(), good.headers()));
        all.put("no value", new Poison("s1", null, good.headers()));
        all.put("an empty value", new Poison("s1", new byte[0], good.headers()));
        all.put("a value that is no JSON", new Poison("s1", bytes("{\"type\":\"user\""), good.headers()));
        all.put("a value that is no object", new Poison("s1", bytes("[1]"), good.headers()));
        all.put("a value that is no UTF-8", new Poison("s1", new byte[] {'"', (byte) 0xC3, '"'}, good.headers()));
        all.put("two objects", new Poison("s1", bytes(text(good) + text(good)), good.headers()));
        all.put("a line of another session", new Poison("s2", good.value(), good.headers()));
        all.put("a newer schema", with(good, "schema", "3"));
        all.put("no schema", with(good, "schema", null));
        all.put("no file", with(good, "file", null));
        all.put("a file of another form", with(good, "file", "some/file"));
        all.put("a file of a negative generation", with(good, "file", "claude/s1@00.-1"));
        all.put("no offset", with(good, "offset", null));
        all.put("a negative offset", with(good, "offset", "-5"));
        all.put("an offset that is no number", with(good, "offset", "x"));
        all.put("no previous offset", with(good, "previous", null));
        all.put("a previous offset behind its own", with(good, "previous", "" + Long.MAX_VALUE));
        all.put("a previous offset of nothing", with(good, "previous", "-3"));
        all.put("a key that is no session id", new Poison("a\0b", bytes("{\"type\":\"user\"}"), good.headers()));
        return all;
    }

    @TestFactory
    Stream<DynamicTest> aPoisonRecordIsNamedByItsPlaceAndPassedOver() {
        return poisons().entrySet().stream()
                .map(poison -> dynamicTest(poison.getKey(), () -> {
                    try (var driver = new Driver(SETTINGS, state.resolve(poison.getKey()), Transcripts.START)) {
                        var shipment = shipment();
                        driver.arrive(shipment.get(0));
                        var record = poison.getValue();
                        driver.arrive(record.key(), record.value(), record.headers());
                        driver.arrive(shipment.records()).pass(LONG);
                        int length = record.value() == null ? 0 : record.value().length;
                        assertThat(driver.rejected())
                                .containsExactly(new RejectedLine(
                                        "footfall.lines-0", 1, length, RejectedBytes.Reason.UNREADABLE, null));
                        assertThat(TurnText.of(driver.lastTurns().values()))
                                .isEqualTo(
                                        TurnText.of(shipment.turns(Story.RULES).values()));
                    }
                }));
    }

    /** Strange, but whole: these are lines, and whatever they make must be written and read again. */
    @TestFactory
    Stream<DynamicTest> strangeNamesStopNothing() {
        var good = shipment();
        var names = List.of("a\0b", "\0", " ", "é".repeat(5_000), "\uD83D\uDE00", "a/b", "a:b", "a\nb", "\u001b[2J");
        return names.stream()
                .map(name -> dynamicTest("name " + names.indexOf(name), () -> {
                    try (var driver =
                            new Driver(SETTINGS, state.resolve("name" + names.indexOf(name)), Transcripts.START)) {
                        for (var sent : good.records()) {
                            var json = new String(sent.value(), StandardCharsets.UTF_8)
                                    .replace("\"s1\"", new String(Json.bytes(name), StandardCharsets.UTF_8));
                            driver.arrive(name, bytes(json), sent.headers());
                            driver.pass(Duration.ofSeconds(1));
                        }
                        for (var sent : good.records()) {
                            for (var header : List.of("agent", "host", "user", "project", "copied-from")) {
                                var poison = with(sent, header, name);
                                driver.arrive(
                                        poison.key() + header,
                                        bytes(new String(poison.value(), StandardCharsets.UTF_8)
                                                .replace("\"s1\"", "\"s1" + header + "\"")),
                                        poison.headers());
                            }
                        }
                        driver.pass(LONG).pass(Duration.ofDays(61)).pass(Duration.ofDays(400));
                        boolean isId = Ids.bounded(name).equals(name);
                        assertThat(driver.lastTurns()).hasSize(isId ? 6 : 5);
                        assertThat(driver.rejected()).hasSize(isId ? 0 : 4);
                    }
                }));
    }

    @Test
    void damagedRecordsNeverStopTheTopology() {
        var random = new Random(7);
        var shipment = Shipment.of(Story.of(Story.ALL.resolve("subagent-links")));
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            for (int i = 0; i < 500; i++) {
                var sent = shipment.get(random.nextInt(shipment.records().size()));
                var headers = new RecordHeaders();
                sent.headers()
                        .forEach(header -> headers.add(
                                header.key(),
                                random.nextInt(20) == 0 ? Damage.damaged(random, header.value()) : header.value()));
                driver.arrive(sent.session(), Damage.damaged(random, sent.value()), headers);
            }
            driver.pass(LONG).pass(Duration.ofDays(61)).pass(Duration.ofDays(400));
            assertThat(driver.rejected()).isNotEmpty();
        }
    }

    @Test
    void whatIsNoTurnOnTheTopicTurnsIsLeftOutOfTheLog() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            driver.turnArrives("s1:0", bytes("{broken"));
            driver.turnArrives(null, bytes("{}"));
            driver.turnArrives("s1:1", bytes("{\"started_at\":\"yesterday\"}"));
            driver.turnArrives("s1:2", bytes("[]"));
            driver.turnArrives("s1:3", new byte[0]);
            driver.turnArrives("s1:4", bytes("null"));
            driver.turnArrives("s1:5", bytes("{\"started_at\":\"+1000000000-12-31T23:59:59Z\"}"));
            driver.arrive(shipment().records()).pass(LONG);
            assertThat(driver.log())
                    .extracting(row -> row.key.get()[0])
                    .containsExactly((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 9);
            assertThat(driver.rejected())
                    .hasSize(7)
                    .allSatisfy(row -> assertThat(row.fileId()).isEqualTo("footfall.turns-0"));
        }
    }

    @Test
    void whatIsNoSessionOrAlertIsLeftOutOfTheLog() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            driver.arrives(Channels.SESSIONS, "s1", bytes("{broken"));
            driver.arrives(Channels.SESSIONS, null, bytes("{}"));
            driver.arrives(Channels.SESSIONS, "s1", new byte[0]);
            driver.arrives(Channels.SESSIONS, "s1", bytes("{\"start_time\":\"yesterday\"}"));
            driver.arrives(Channels.SESSIONS, "forget:r1:0", null);
            driver.arrives(Channels.ALERTS, "s1", bytes("{\"alert_id\":\"s1:0:length:1\",\"raised_at\":7}"));
            driver.arrives(Channels.ALERTS, "s1", bytes("{\"raised_at\":\"2026-01-01T00:00:00Z\"}"));
            driver.arrives(Channels.ALERTS, "s1", null);
            driver.arrives(Channels.ALERTS, null, bytes("{\"alert_id\":\"s1:0:length:1\"}"));
            driver.pass(LONG);
            assertThat(driver.log()).isEmpty();
            assertThat(driver.rejected())
                    .extracting(RejectedLine::fileId)
                    .containsExactly(
                            "footfall.sessions-0",
                            "footfall.sessions-0",
                            "footfall.sessions-0",
                            "footfall.sessions-0",
                            "footfall.alerts-0",
                            "footfall.alerts-0",
                            "footfall.alerts-0",
                            "footfall.alerts-0");
        }
    }

    @Test
    void garbageOnTheRepartitionIsNamedByItsPlaceAndPassedOver() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            var whole = new Delta(Subject.tool("Read"), "s1:0", new SessionId("s1"), null, null).bytes();
            driver.deltaArrives("garbage", bytes("garbage"));
            driver.deltaArrives(null, whole);
            driver.deltaArrives("t:Read", null);
            driver.deltaArrives("t:Read", new byte[0]);
            driver.deltaArrives("x:Read", whole);
            driver.deltaArrives("f:nothing:jq", whole);
            driver.deltaArrives("t:Read", Arrays.copyOf(whole, whole.length - 1));
            driver.deltaArrives("t:Read", Arrays.copyOf(whole, whole.length + 1));
            driver.deltaArrives("t:Read", new byte[] {RowBytes.VERSION, -1, -1, -1, -1, 7});
            driver.deltaArrives("o:Read", bytes("garbage"));
            driver.arrive(shipment().records()).pass(LONG);
            assertThat(driver.rejected())
                    .hasSize(10)
                    .allSatisfy(row -> assertThat(row.fileId()).isEqualTo("driver-tally-by-key-repartition-0"));
            assertThat(driver.rejected().get(9))
                    .isEqualTo(new RejectedLine(
                            "driver-tally-by-key-repartition-0", 9, 7, RejectedBytes.Reason.UNREADABLE, null));
            assertThat(Driver.last(driver.tools()).get("Read").count()).isEqualTo(1);
        }
    }

    @Test
    void aRecordOfAnotherVersionOnTheRepartitionStops() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            assertThatThrownBy(() -> driver.deltaArrives("t:Read", new byte[] {3, 1}))
                    .rootCause()
                    .isInstanceOf(RowBytes.UnsupportedVersion.class)
                    .hasMessage("a delta has version 3, and this footfall reads only version " + RowBytes.VERSION);
        }
    }

    @Test
    void aGapInTheOffsetsIsNamedOnceAndTheLinesBehindItCount() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            var sent = shipment().records();
            driver.arrive(sent.get(0)).arrive(sent.get(3)).arrive(sent.get(3)).pass(LONG);
            var missing = sent.get(2).lineHeaders().offset();
            assertThat(driver.rejected())
                    .containsExactly(new RejectedLine(
                            sent.get(0).lineHeaders().file().toString(),
                            missing,
                            sent.get(3).lineHeaders().offset() - missing,
                            RejectedBytes.Reason.GAP,
                            "box"));
            driver.arrive(sent).pass(LONG);
            assertThat(driver.rejected()).hasSize(1);
        }
    }
}
