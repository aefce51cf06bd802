package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.desire.DesireRules;
import footfall.pattern.Expired;
import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.Filter;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shards;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions and alerts in the turn log: in order of time, the latest of each, until they are forgotten or expire. */
class TurnLogTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    Path state;

    private Driver live() {
        return new Driver(SETTINGS, state, Transcripts.START);
    }

    private static List<Shipment.Sent> longTurn(String session, int second) {
        var lines = session(session).prompt(second, "go");
        IntStream.range(0, 6).forEach(i -> lines.assistant(second, "m", use("Read", session + i)));
        return Shipment.of(session + ".jsonl", lines.duration(second + 1, 10)).records();
    }

    private static <V> List<V> rows(Driver driver, int kind, Class<V> type) {
        var rows = new ArrayList<V>();
        for (var row : driver.log()) {
            if (row.key.get()[0] == kind && row.value.length > 0) {
                rows.add(Json.read(type, row.value));
            }
        }
        assertThat(driver.log()).filteredOn(row -> row.key.get()[0] == kind).hasSize((int) driver.log().stream()
                .filter(row -> row.key.get()[0] == kind + 1)
                .count());
        return rows;
    }

    private static List<SessionSummary> sessions(Driver driver) {
        return rows(driver, 3, SessionSummary.class);
    }

    private static List<String> alerts(Driver driver) {
        return rows(driver, 5, Alert.class).stream()
                .map(alert -> alert.alertId() + " " + alert.state().word())
                .toList();
    }

    @Test
    void theLatestSummaryOfEachSessionStandsInOrderOfItsStart() {
        try (var driver = live()) {
            driver.arrive(longTurn("s2", 20))
                    .pass(LONG)
                    .arrive(longTurn("s1", 10))
                    .pass(LONG);
            var more = session("s2")
                    .prompt(40, "on")
                    .with("uuid", "on1")
                    .assistant(41, "n1", use("Bash", "b1"))
                    .with("uuid", "on2");
            driver.arrive(Shipment.of("s2-more.jsonl", more.endTurn(42, "n2").with("uuid", "on3"))
                            .records())
                    .pass(LONG);
            assertThat(sessions(driver))
                    .containsExactly(
                            driver.lastSessions().get("s1"),
                            driver.lastSessions().get("s2"));
            assertThat(sessions(driver).get(1).tools().totalTools()).isEqualTo(7);
        }
    }

    @Test
    void anAlertStandsOnceByTheTimeAtWhichItWasRaised() {
        try (var driver = live()) {
            var open = longTurn("s2", 0);
            driver.arrive(open.subList(0, open.size() - 1)).advance(Duration.ofSeconds(3));
            driver.arrive(longTurn("s1", 1)).pass(Duration.ofSeconds(1));
            assertThat(alerts(driver)).containsExactly("s2:0:length:1 raised", "s1:0:length:1 cleared");
            driver.arrive(open.get(open.size() - 1)).pass(LONG);
            assertThat(alerts(driver)).containsExactly("s2:0:length:1 cleared", "s1:0:length:1 cleared");
        }
    }

    @Test
    void aForgottenSessionHasNoAlertAlsoNoneThatIsReadLater() {
        try (var driver = live()) {
            driver.arrive(longTurn("s1", 0)).arrive(longTurn("s1:2", 0)).pass(LONG);
            var alert = driver.alerts().get(0).value();
            driver.arrives(Channels.SESSIONS, "s1", null);
            driver.arrives(Channels.ALERTS, "s1", Json.bytes(alert));
            assertThat(alerts(driver)).containsExactly("s1:2:0:length:1 cleared");
            assertThat(sessions(driver)).containsExactly(driver.lastSessions().get("s1:2"));
            driver.advance(Duration.ofSeconds(1));
            driver.arrives(Channels.ALERTS, "s1", Json.bytes(alert));
            assertThat(alerts(driver)).as("it continued").hasSize(2);
        }
    }

    @Test
    void anOutageStandsUnderItsToolAndARecordWithoutATimeUnderItsArrival() {
        try (var driver = live()) {
            driver.arrives(Channels.ALERTS, "Web", bytes("{\"alert_id\":\"Web:outage:1\",\"kind\":\"outage\"}"));
            driver.arrives(Channels.SESSIONS, "s1", bytes("{\"session_id\":\"s1\"}"));
            assertThat(driver.log())
                    .extracting(row -> row.key.get()[0] % 2 == 1 && row.key.get()[0] < 7
                            ? LogRows.at(row.key)
                            : LogRows.at(row.value))
                    .hasSize(6)
                    .containsOnly(driver.now().toEpochMilli());
            driver.advance(Duration.ofSeconds(1));
            driver.arrives(Channels.SESSIONS, "s1", bytes("{\"start_time\":\"2026-01-01T00:00:00Z\"}"));
            assertThat(driver.log())
                    .extracting(row -> row.key.get()[0])
                    .containsExactly((byte) 3, (byte) 4, (byte) 5, (byte) 6, (byte) 7);
        }
    }

    @Test
    void sessionsAndAlertsExpireWithTheTurns() {
        try (var driver = live()) {
            driver.arrive(longTurn("s1", 0)).pass(LONG);
            driver.arrives(Channels.SESSIONS, "s2", null);
            assertThat(driver.log()).extracting(row -> row.key.get()[0]).contains((byte) 1, (byte) 3, (byte) 5);
            driver.pass(SETTINGS.tallies().retention().plus(LONG)).advance(Duration.ofSeconds(20));
            assertThat(driver.log()).extracting(row -> row.key.get()[0]).containsOnly((byte) 8);
            assertThat(expired(driver, LogKind.TURN).first()).isEqualTo(Transcripts.at(0));
            assertThat(expired(driver, LogKind.SESSION).first()).isEqualTo(Transcripts.at(0));
            assertThat(expired(driver, LogKind.ALERT).first()).isEqualTo(Transcripts.at(0));
        }
    }

    private static Expired expired(Driver driver, LogKind kind) {
        return LogRows.expired(new DriverStores(driver).log(0), kind);
    }

    /** As the history of a machine on the first start. */
    @Test
    void whatIsOlderThanTheRetentionWhenItComesIsNotKeptAndAnswersSaySo() throws Filter.InvalidFilter {
        var now = Transcripts.START.plus(SETTINGS.tallies().retention()).plusSeconds(20);
        var client = Tasks.alone();
        try (var driver = new Driver(SETTINGS, client, state, now)) {
            driver.arrive(longTurn("kept", 20_000));
            assertThat(client.watch().historyBefore()).isEmpty();
            driver.arrive(longTurn("older", 10)).arrive(longTurn("oldest", 3)).pass(LONG);
            assertThat(driver.turns()).hasSize(3);
            assertThat(rows(driver, 1, Turn.class))
                    .extracting(turn -> turn.id().sessionId().value())
                    .containsExactly("kept");
            var before = client.watch().historyBefore().orElseThrow();
            assertThat(before).isAfter(Transcripts.at(10)).isBefore(Transcripts.at(19_999));
            var expired = expired(driver, LogKind.TURN);
            assertThat(expired.first()).isEqualTo(Transcripts.at(3));
            assertThat(expired.before()).isAfter(Transcripts.at(10)).isBeforeOrEqualTo(before);
            for (var since : Map.of("", true, "10", true, "19999", false).entrySet()) {
                var selection = since.getKey().isEmpty()
                        ? Selection.ALL
                        : Selection.ALL.with(
                                Filter.SINCE,
                                Transcripts.at(Integer.parseInt(since.getKey())).toString());
                assertThat(coverage(driver, selection).expired())
                        .as("since " + since.getKey())
                        .isEqualTo(since.getValue() ? expired : null);
            }
        }
    }

    private static Coverage coverage(Driver driver, Selection selection) {
        var shards = new Shards() {
            @Override
            public <T> Parts<T> ask(Function<Shard, T> question) {
                var shard = new StoreShard(
                        new DriverStores(driver), Share.of(StoreKind.LOG, Set.of(0)), () -> Long.MAX_VALUE);
                return new Parts<>(
                        List.of(question.apply(shard)),
                        List.of(),
                        List.of(),
                        shard.report().expired());
            }
        };
        return new MergedAnswers(shards, new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), 1_000))
                .turns(selection, new Answers.Page(null, 10))
                .coverage();
    }

    @Test
    void answersKnowWhereTheLogBeginsWhileItsPartitionIsHere() {
        var client = Tasks.alone();
        try (var driver = new Driver(SETTINGS, client, state, Transcripts.START)) {
            driver.arrive(longTurn("s1", 0)).pass(LONG);
            var floor = client.watch().floor(0).orElseThrow();
            assertThat(floor.of(LogKind.TURN))
                    .isLessThanOrEqualTo(Transcripts.at(0).toEpochMilli());
            driver.pass(SETTINGS.tallies().retention().plus(LONG)).advance(Duration.ofSeconds(20));
            assertThat(floor.of(LogKind.TURN)).isGreaterThan(Transcripts.at(1).toEpochMilli());
        }
        assertThat(client.watch().floor(0)).isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
