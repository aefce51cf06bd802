package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.alert.Alert;
import footfall.desire.DesireRules;
import footfall.line.SessionId;
import footfall.serve.HttpServer;
import footfall.session.SessionSummary;
import footfall.testkit.ListShard;
import footfall.testkit.Samples;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.Filter;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.wire.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every filter of {@code sessions} and {@code alerts}, alone and two at a time, against a scan over the JSON. */
@Timeout(120)
class RecordFiltersTest {
    private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");
    private static final Origin SHOP = new Origin("shop", "box", "ada");
    private static final Turn.Product CLAUDE = new Turn.Product("claude", "2.1.7");
    private static final Turn.Product CODEX = new Turn.Product("codex", null);
    private static final List<Alert> ALERTS = List.of(
            alert(Alert.Kind.LENGTH, "a:0", "session-0", "Grep → Read{2+}", CLAUDE, SHOP),
            alert(Alert.Kind.DURATION, "a:1", "session-0", null, CLAUDE, SHOP),
            alert(Alert.Kind.ERROR_STREAK, "b:0", "session-1", "Bash{2+}", CODEX, new Origin("site", "box", "bob")),
            alert(
                    Alert.Kind.REPEAT_LOOP,
                    "c:0",
                    "session-2",
                    "Bash → Read → Bash",
                    CODEX,
                    new Origin(null, "den", null)),
            alert(Alert.Kind.OUTAGE, "Read", null, null, null, null),
            alert(
                    Alert.Kind.OUTAGE,
                    "mcp__db",
                    null,
                    null,
                    new Turn.Product(null, null),
                    new Origin(null, null, null)));
    private static final Map<String, List<String>> TOOLS = Map.of(
            "a:0", List.of("Grep", "Read"),
            "a:1", List.of(),
            "b:0", List.of("Bash"),
            "c:0", List.of("Bash", "Read"),
            "Read", List.of("Read"),
            "mcp__db", List.of("mcp__db", "mcp__db__query"));
    private static final List<SessionSummary> SESSIONS = List.of(
            session(0, SHOP, "sonnet", 2, "Bash", "Read"),
            session(1, SHOP, "opus", 0, "Read"),
            session(2, new Origin("site", "box", "bob"), "opus", 1, "mcp__db__query"),
            session(3, new Origin(null, "den", null), "haiku", 0, "Bash"));

    @TempDir
    Path folder;

    private HttpServer server;

    private static Alert alert(
            Alert.Kind kind, String subject, String session, String pattern, Turn.Product agent, Origin origin) {
        var raisedAt = NOON.plusSeconds(subject.hashCode() % 1_000);
        var id = subject + ":" + kind.word() + ":1";
        var turn = session == null ? null : subject;
        var sessionId = session == null ? null : new SessionId(session);
        return new Alert(
                id, kind, 1, Alert.State.RAISED, 7, 5, turn, sessionId, pattern, agent, origin, raisedAt, raisedAt);
    }

    private static SessionSummary session(int number, Origin origin, String model, int errors, String... tools) {
        var any = (SessionSummary) Samples.of(SessionSummary.class);
        var counts = new HashMap<String, Long>();
        Stream.of(tools).forEach(tool -> counts.put(tool, 1L));
        return new SessionSummary(
                new SessionId("session-" + number),
                origin,
                new Turn.Product(number == 2 ? "qbit" : "claude", "2.1." + number),
                any.turns(),
                NOON.plusSeconds(number),
                NOON.plusSeconds(2L * number + 1),
                new SessionSummary.Models(model, List.of(model)),
                new SessionSummary.Tools(
                        tools.length,
                        counts,
                        Map.of(),
                        Map.of(),
                        errors,
                        any.tools().toolSuccesses()),
                any.tokens(),
                any.costEstimate(),
                any.bill(),
                any.activeDurationMs(),
                any.totalActiveDurationMs(),
                any.subagents(),
                any.besideMessages(),
                any.rateLimits(),
                any.changes(),
                null,
                null);
    }

    @AfterEach
    void end() {
        server.close();
    }

    /** One answers 200 requests at once, so each case has its own. */
    private void serve() {
        var rules = new AnswerRules(DesireRules.DEFAULTS, new Aliases(Map.of()), Integer.MAX_VALUE);
        server = ProcessorRecords.serve(ListShard.ofRecords(SESSIONS, ALERTS), rules, Optional.empty());
    }

    private static List<JsonNode> json(List<?> records) throws Exception {
        var all = new ArrayList<JsonNode>();
        for (var record : records) {
            all.add(Json.MAPPER.readTree(Json.bytes(record)));
        }
        return all;
    }

    private static Set<String> values(Filter filter, JsonNode record) {
        return switch (filter) {
            case SINCE -> time(record, "end_time");
            case UNTIL -> time(record, "start_time");
            case TOOL -> record.has("alert_id") ? ofAlert(record) : fields(record.path("tool_counts"));
            case MODEL -> Set.of(record.at("/models_used/0").asText());
            case OUTCOME -> hasFailures(record) ? Set.of("error") : Set.of();
            default -> texts(record.path(filter == Filter.SESSION ? "session_id" : filter.word()));
        };
    }

    private static Set<String> time(JsonNode record, String ofSession) {
        return Set.of(
                record.path(record.has("raised_at") ? "raised_at" : ofSession).asText());
    }

    private static Set<String> ofAlert(JsonNode alert) {
        return Set.copyOf(TOOLS.get(alert.path("alert_id").asText().replaceFirst(":[a-z-]+:1$", "")));
    }

    private static boolean hasFailures(JsonNode record) {
        return record.path("tool_errors").asInt() > 0
                || Set.of("error-streak", "outage").contains(record.path("kind").asText());
    }

    private static Set<String> fields(JsonNode object) {
        var names = new TreeSet<String>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> texts(JsonNode value) {
        return value.isMissingNode() ? Set.of() : Set.of(value.asText());
    }

    private static boolean meets(JsonNode record, Filter filter, String value) {
        var values = values(filter, record);
        return switch (filter) {
            case SINCE -> !Instant.parse(values.iterator().next()).isBefore(Instant.parse(value));
            case UNTIL -> Instant.parse(values.iterator().next()).isBefore(Instant.parse(value));
            default -> values.contains(value);
        };
    }

    /** Each filter with every value, one that nothing has, and each two filters with values of one record. */
    private static Set<Map<Filter, String>> cases(Set<Filter> filters, List<JsonNode> records) {
        var cases = new LinkedHashSet<Map<Filter, String>>();
        cases.add(Map.of());
        for (var filter : filters) {
            if (!filter.isTime() && filter != Filter.OUTCOME) {
                cases.add(Map.of(filter, "none"));
            }
            for (var record : records) {
                values(filter, record).forEach(value -> cases.add(Map.of(filter, value)));
                filters.stream()
                        .filter(other -> other.ordinal() > filter.ordinal())
                        .forEach(other -> values(filter, record)
                                .forEach(one -> values(other, record)
                                        .forEach(two -> cases.add(Map.of(filter, one, other, two)))));
            }
        }
        return cases;
    }

    private void assertAll(String command, Set<Filter> filters, List<JsonNode> records) throws Exception {
        var all = EnumSet.copyOf(filters);
        all.add(Filter.OUTCOME);
        var terminal = new Terminal(folder);
        int asked = 0;
        for (var one : cases(all, records)) {
            if (asked++ % 60 == 0) {
                end();
                serve();
            }
            var words = new ArrayList<>(List.of(command, "--json", "--server", server.url()));
            one.forEach((filter, value) -> words.addAll(
                    filter == Filter.OUTCOME ? List.of("--failed") : List.of(FilterOptions.name(filter), value)));
            var expected = records.stream()
                    .filter(record -> one.entrySet().stream()
                            .allMatch(filter -> meets(record, filter.getKey(), filter.getValue())))
                    .toList();
            var ran = terminal.run(words.toArray(String[]::new));
            assertThat(Json.MAPPER.readTree(ran.out().isEmpty() ? "[]" : ran.out()))
                    .as(words + " " + ran.err())
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void alertsTakeEveryFilter() throws Exception {
        serve();
        assertAll("alerts", Filter.OF_ALERTS, json(ALERTS));
        assertRefused("alerts");
    }

    @Test
    void sessionsTakeEveryFilter() throws Exception {
        serve();
        assertAll("sessions", Filter.OF_SESSIONS, json(SESSIONS));
        assertRefused("sessions");
    }

    /** Another outcome is not a filter of these lists, and is not ignored. */
    private void assertRefused(String list) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/" + list + "?outcome=ok"));
        var answer = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("\"parameter\":\"outcome\"");
    }
}
