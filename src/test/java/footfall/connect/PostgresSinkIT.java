package footfall.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.desire.Desire;
import footfall.pattern.Pattern;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.ship.ForgetClient;
import footfall.testkit.Cluster;
import footfall.testkit.ConnectWorker;
import footfall.testkit.Defaults;
import footfall.testkit.LongSuite;
import footfall.testkit.Page;
import footfall.testkit.Postgres;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.turn.Invocation;
import footfall.turn.Turn;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Forget;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The configurations of connectors/ in a Connect worker that is killed: the rows are those of the files. */
@LongSuite
@Timeout(300)
class PostgresSinkIT {
    private static final Path CORPUS = Path.of("..", "shared", "corpus", "projects");
    private static final Path OWN = Path.of("src/test/resources/home/projects");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    static Path folder;

    private static Postgres postgres;
    private static Cluster cluster;
    private static TopicWriter writer;
    private static ConnectWorker worker;
    private static Shipment shipment;
    private static Cluster.Footfall footfall;

    @BeforeAll
    static void sinkWithAKillInTheMiddle() throws Exception {
        postgres = Postgres.start();
        ConnectWorker.fetch();
        postgres.createAll();
        cluster = Cluster.start(folder);
        footfall = cluster.footfall("footfall", 3, Defaults.topology(Story.RULES, Cluster.TALLIES));
        shipment = Shipment.below(Files.isDirectory(CORPUS) ? CORPUS : OWN, Shipment.BOX);
        footfall.send(shipment.records()).send(ForgottenSessions.records()).run(1);
        writer = new TopicWriter(cluster.client());
        writer.sendAborted(Channels.TURNS, "aborted:0", "{\"turn_id\":\"aborted:0\"}");
        // The group waits less for the killed member, and small batches have a middle
        var impatient = Map.of("consumer.override.session.timeout.ms", "6000");
        var slow = new HashMap<>(impatient);
        slow.put("consumer.override.max.poll.records", "20");
        worker = new ConnectWorker(Files.createDirectory(folder.resolve("connect")), cluster.client())
                .environment(postgres.environment())
                .environment(Map.of("FOOTFALL_ALERTS_FILE", alertsFile().toString()))
                .with("postgres.json", slow)
                .with("file.json", impatient)
                .start();
        await(() -> count("invocations") > 0);
        worker.kill();
        assertThat(count("invocations")).isLessThan(last(Channels.INVOCATIONS).size());
        worker.start();
        awaitAll();
        forget();
    }

    private static void forget() throws Exception {
        var session = "forgotten~s1";
        var alert = Page.ofRecord("alert").examples().get(0).replace("\"s1", "\"" + session);
        writer.send(Channels.ALERTS, session, alert);
        await(() -> count("alerts") == 1 && count("sessions where session_id = '" + session + "'") == 1);
        assertThat(count("patterns where octet_length(pattern) > 1900")).isOne();
        try (var streaming = footfall.start(1)) {
            for (var forgotten : ForgottenSessions.IDS) {
                new ForgetClient(
                                cluster.client(),
                                Channels.PREFIX,
                                Forget.session("request-of-" + forgotten.replace('~', '-'), forgotten))
                        .send(false);
            }
            footfall.drain(streaming);
        }
        awaitAll();
        await(() -> count("alerts") == 0);
    }

    /** Until each table has as many rows as its topic has keys. */
    private static void awaitAll() {
        for (var channel : List.of(
                Channels.TURNS,
                Channels.INVOCATIONS,
                Channels.SESSIONS,
                Channels.PATTERNS,
                Channels.TOOLS,
                Channels.LOOPS,
                Channels.DESIRES,
                Channels.USAGE)) {
            int keys = last(channel).size();
            await(() -> count(channel.name()) == keys);
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (worker != null) {
            worker.close();
        }
        if (cluster != null) {
            cluster.close();
        }
        if (postgres != null) {
            postgres.close();
        }
    }

    private static Path alertsFile() {
        return folder.resolve("alerts.txt");
    }

    private static void await(Callable<Boolean> until) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .failFast(() -> assertThat(Files.exists(worker.log()) ? Files.readString(worker.log()) : "")
                        .doesNotContain("Task is being killed"))
                .until(until);
    }

    private static long count(String table) {
        try {
            return Long.parseLong(postgres.rows("select count(*) from " + table).get(0));
        } catch (IOException why) {
            throw new IllegalStateException(why);
        }
    }

    /** The last committed record of each key, unless it was withdrawn. */
    private static <V> Map<String, V> last(Channel<?, V> channel) {
        var last = new TreeMap<String, V>();
        footfall.committed().each(channel, record -> last.put((String) record.key(), record.value()));
        last.values().removeIf(Objects::isNull);
        return last;
    }

    @Test
    void turnsAreThoseOfTheFiles() throws IOException {
        var expected = shipment.turns(Story.RULES).values();
        assertThat(TurnText.of(postgres.records(Channels.TURNS, Turn.class))).isEqualTo(TurnText.of(expected));
        var cost = expected.stream()
                .map(turn -> turn.spend().costUsd())
                .filter(Objects::nonNull)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        var steps = expected.stream().mapToLong(turn -> turn.size().length()).sum();
        assertThat(new BigDecimal(
                        postgres.rows("select sum(cost_usd) from turns").get(0)))
                .isEqualByComparingTo(cost);
        assertThat(postgres.rows("select count(*), sum(length) from turns"))
                .containsExactly(expected.size() + "|" + steps);
    }

    @Test
    void sessionsAreThoseOfTheFiles() throws IOException {
        var sessions = new TreeMap<String, SessionSummary>();
        postgres.records(Channels.SESSIONS, SessionSummary.class)
                .forEach(row -> sessions.put(row.sessionId().value(), row));
        assertThat(sessions)
                .usingRecursiveComparison()
                .withComparatorForType(PostgresSinkIT::compare, BigDecimal.class)
                .isEqualTo(shipment.sessions(Story.PRICES));
    }

    /** Amounts have four digits after the point in Connect; the topic has more where they are not rounded. */
    private static int compare(BigDecimal one, BigDecimal other) {
        return one.setScale(FieldTypes.DECIMALS, RoundingMode.HALF_UP)
                .compareTo(other.setScale(FieldTypes.DECIMALS, RoundingMode.HALF_UP));
    }

    @Test
    void invocationsAndTalliesAreThoseOfTheTopics() throws IOException {
        assertSame(Channels.INVOCATIONS, Invocation.class);
        assertSame(Channels.PATTERNS, Pattern.class);
        assertSame(Channels.TOOLS, Tool.class);
        assertSame(Channels.LOOPS, RecurringLoop.class);
        assertSame(Channels.DESIRES, Desire.class);
    }

    private static <V> void assertSame(Channel<?, V> channel, Class<V> type) throws IOException {
        assertThat(postgres.records(channel, type))
                .containsExactlyInAnyOrderElementsOf(last(channel).values());
    }

    @Test
    void anAlertIsOneRowThatIsClearedAndALineEachTimeInTheFile() throws Exception {
        var alerts = Page.ofRecord("alert").examples();
        for (var state : List.of("raised", "cleared")) {
            for (var alert : alerts) {
                if (alert.contains("\"state\" : \"" + state + "\"")) {
                    writer.send(Channels.ALERTS, "s1", alert);
                }
            }
            var open = state.equals("raised") ? alerts.size() / 2 : 0;
            await(() -> count("alerts") == alerts.size() / 2 && count("open_alerts") == open);
        }
        await(() ->
                Files.exists(alertsFile()) && Files.readAllLines(alertsFile()).size() > alerts.size());
        assertThat(Files.readAllLines(alertsFile()))
                .contains("Struct{alert_id=mcp__db:outage:1,level=1,state=raised,value=10,threshold=10,"
                        + "raised_at=2026-01-05T10:00:09Z}");
    }

    @Test
    void theViewsCountWhatTheTablesCount() throws IOException {
        var originals = "from turns where copy_of is null";
        for (var view : List.of("cost_by_day_and_project", "cost_by_user")) {
            assertThat(postgres.rows(
                            "select sum(turns), sum(cost_usd), sum(unpriced_turns), sum(output_tokens) from " + view))
                    .as(view)
                    .isEqualTo(postgres.rows("select count(*), sum(cost_usd), count(*) filter (where cost_usd is null),"
                            + " sum((tokens->>'output')::bigint) " + originals));
        }
        assertThat(postgres.rows("select max(length) from longest_turns"))
                .isEqualTo(postgres.rows("select max(length) " + originals));
        assertThat(postgres.rows("select sum(failures) from failing_tools"))
                .isEqualTo(postgres.rows("select sum(failures) from failures_by_day"))
                .isEqualTo(
                        postgres.rows("select count(*) from invocations where copy_of is null and outcome = 'error'"));
        assertThat(postgres.rows("select tool, failures from failing_tools order by tool"))
                .isEqualTo(postgres.rows("select tool, failures from tools where failures > 0 order by tool"));
    }

    @Test
    void theReaderReadsEveryViewAndWritesNothing() throws IOException {
        var views = postgres.rows("select viewname from pg_views where schemaname = 'public'");
        assertThat(views)
                .hasSize(12)
                .allSatisfy(view -> assertThat(postgres.rows("footfall_reader", "select count(*) from " + view))
                        .hasSize(1));
        assertThat(postgres.rows(
                        "footfall_reader",
                        "select count(*) from pg_tables where has_table_privilege("
                                + "format('%I.%I', schemaname, tablename), 'insert, update, delete, truncate')"))
                .containsExactly("0");
    }

    @Test
    void noPasswordIsInTheLogOrTheConfiguration() throws Exception {
        var password = postgres.environment().get("FOOTFALL_POSTGRES_PASSWORD");
        assertThat(Files.readString(worker.log())).doesNotContain(password);
        assertThat(worker.get("/connectors/footfall-postgres/config"))
                .contains("\"connection.password\":\"${env:FOOTFALL_POSTGRES_PASSWORD}\"");
    }

    @Test
    void theQueriesOfTheDashboardRun() throws IOException {
        var dashboard = Files.readString(Path.of("connectors/grafana/team.json"));
        var titles = new ArrayList<String>();
        for (var panel : new ObjectMapper().readTree(dashboard).path("panels")) {
            var sql = panel.at("/targets/0/rawSql")
                    .asText()
                    .replaceAll(
                            "\\$__timeFilter\\((\\w+)\\)",
                            "$1 BETWEEN '2020-01-01T00:00:00Z' AND '2030-01-01T00:00:00Z'");
            var title = panel.path("title").asText();
            boolean isEmpty = postgres.rows("footfall_reader", sql).isEmpty();
            assertThat(isEmpty && !title.contains("lert")).as(title).isFalse(); // Another test sends alerts.
            titles.add(title);
        }
        assertThat(titles).hasSize(13).doesNotHaveDuplicates();
    }
}
