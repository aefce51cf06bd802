package footfall.serve;

import static footfall.serve.ServedApi.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.desire.DesireRules;
import footfall.testkit.ListShard;
import footfall.testkit.Turns;
import footfall.turn.Turn;
import footfall.view.Aliases;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Shard;
import footfall.view.Shards;
import footfall.wire.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists as lines, by HTTP. */
@Timeout(120)
class ListLinesTest {
    private static final String END = "{\"coverage\":{\"complete\":true,\"missing\":[],\"stale\":[]}}";
    private static final List<Turn> TURNS = IntStream.range(0, 1_234)
            .mapToObj(at -> Turns.of("s" + at, 0, ServedApi.NOON.plusSeconds(at), "Read", "<b>"))
            .toList();

    private final AtomicInteger questions = new AtomicInteger();
    private int questionsMax = Integer.MAX_VALUE;

    private Served served() {
        var shard = new ListShard(TURNS, List.of(), OpenTurns.NONE);
        var shards = new Shards() {
            @Override
            public <T> Parts<T> ask(Function<Shard, T> question) {
                if (questions.incrementAndGet() > questionsMax) {
                    throw new Problem.Refusal(503, "no more");
                }
                return Shards.of(List.<Shard>of(shard)).ask(question);
            }
        };
        var rules = new AnswerRules(new DesireRules(1, 1), new Aliases(Map.of()), 300);
        var answers = new MergedAnswers(shards, rules);
        var api = new Api(() -> Optional.of(new ApiSource(answers, () -> null)), InstantSource.fixed(ServedApi.NOON));
        return Served.with(null, Served.LIMITS, api.routes().toArray(Route[]::new));
    }

    private static HttpResponse<String> lines(Served server, String path) throws Exception {
        var answer = server.get("/api/v1/" + path, "Accept", "text/html;q=0.5, Application/x-ndjson;q=1");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/x-ndjson");
        assertThat(answer.headers().firstValue("Vary")).contains("Accept, Authorization, Accept-Encoding");
        return answer;
    }

    private static List<String> ids(List<String> lines) throws IOException {
        var ids = new ArrayList<String>();
        for (var line : lines) {
            ids.add(Json.MAPPER.readTree(line).path("turn_id").asText());
        }
        return ids;
    }

    private static List<String> ids(int from, int to) {
        return TURNS.subList(from, to).stream().map(turn -> turn.id().turnId()).toList();
    }

    /** A scan ends after 300 turns, so an answer of one page would not be complete. */
    @Test
    void aWholeListIsOneAnswer() throws Exception {
        try (var server = served()) {
            var lines = lines(server, "turns").body().lines().toList();
            assertThat(ids(lines.subList(0, lines.size() - 1))).isEqualTo(ids(0, TURNS.size()));
            assertThat(lines.get(lines.size() - 1)).isEqualTo(END);
            assertThat(lines.get(0)).isEqualTo(new String(Json.bytes(TURNS.get(0)), UTF_8));
            assertThat(questions).hasValueGreaterThan(4);
            var newest =
                    lines(server, "turns?order=desc").body().lines().findFirst().orElseThrow();
            assertThat(newest).contains("\"turn_id\":\"s1233:0\"", "<b>");
        }
    }

    @Test
    void aLimitMayBeLargerThanAPageAndTheCursorContinues() throws Exception {
        try (var server = served()) {
            var lines = lines(server, "turns?limit=777").body().lines().toList();
            assertThat(ids(lines.subList(0, lines.size() - 1))).isEqualTo(ids(0, 777));
            JsonNode end = Json.MAPPER.readTree(lines.get(777));
            assertThat(end.at("/coverage/complete").asBoolean()).isTrue();
            var rest = lines(server, "turns?cursor=" + end.get("next").asText())
                    .body()
                    .lines()
                    .toList();
            assertThat(ids(rest.subList(0, rest.size() - 1))).isEqualTo(ids(777, TURNS.size()));
            assertThat(json(server.get("/api/v1/turns")).get("items")).hasSize(50);
            var refused = server.get("/api/v1/turns?limit=777");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("expected a whole number from 1 to 500");
        }
    }

    @Test
    void aWrongParameterIsRefusedAsForAPage() throws Exception {
        try (var server = served()) {
            var cursor = json(server.get("/api/v1/turns?limit=1")).get("next").asText();
            for (var query : List.of("cursor=x", "limit=0", "order=desc&cursor=" + cursor, "since=x", "none=1")) {
                var page = server.get("/api/v1/turns?" + query);
                var lines = server.get("/api/v1/turns?" + query, "Accept", "application/x-ndjson");
                assertThat(lines.statusCode()).as(query).isEqualTo(400);
                assertThat(lines.body()).isEqualTo(page.body());
            }
        }
    }

    @Test
    void aRankedListIsWholeUnlessALimitCutsItAndThenSaysSo() throws Exception {
        try (var server = ofManyNames()) {
            for (var path : List.of("tools", "patterns", "paths", "desires")) {
                var whole = json(server.get("/api/v1/" + path));
                assertThat(whole.get("items")).as(path).hasSize(60);
                assertThat(whole.has("more")).isFalse();
                assertThat(lines(server, path).body().lines())
                        .hasSize(61)
                        .last()
                        .isEqualTo(END);
                for (var limit : List.of("?limit=60", "?limit=10000")) {
                    assertThat(json(server.get("/api/v1/" + path + limit)).has("more"))
                            .isFalse();
                }
                var cut = json(server.get("/api/v1/" + path + "?limit=59"));
                assertThat(cut.get("items")).hasSize(59);
                assertThat(cut.get("more").asBoolean()).isTrue();
                var lines = lines(server, path + "?limit=59").body().lines().toList();
                assertThat(lines).hasSize(60);
                assertThat(Json.MAPPER.readTree(lines.get(59)).get("more").asBoolean())
                        .isTrue();
            }
            var usage = json(server.get("/api/v1/usage?by=session&limit=59"));
            assertThat(usage.get("rows")).hasSize(59);
            assertThat(usage.get("more").asBoolean()).isTrue();
            assertThat(json(server.get("/api/v1/usage?by=session&limit=60")).has("more"))
                    .isFalse();
        }
    }

    private static Served ofManyNames() {
        var turns = IntStream.range(0, 60)
                .mapToObj(at -> Turns.of("s" + at, 0, ServedApi.NOON.plusSeconds(at), "T" + at + ":timeout"))
                .toList();
        var shard = new ListShard(turns, turns.stream().map(Turns::tallied).toList(), OpenTurns.NONE);
        var rules = new AnswerRules(new DesireRules(1, 1), new Aliases(Map.of()), 300);
        var answers = new MergedAnswers(Shards.of(List.of(shard)), rules);
        var api = new Api(() -> Optional.of(new ApiSource(answers, () -> null)), InstantSource.fixed(ServedApi.NOON));
        return Served.with(null, Served.LIMITS, api.routes().toArray(Route[]::new));
    }

    @Test
    void theFirstTurnsOfAnOrderSayThatThereAreMore() throws Exception {
        try (var server = served()) {
            var first = json(server.get("/api/v1/turns?sort=started_at&limit=2&session=s1233"));
            assertThat(first.get("items")).hasSize(1);
            assertThat(first.has("more")).isFalse();
            var cut = json(server.get("/api/v1/turns?sort=started_at&limit=2"));
            assertThat(cut.get("items")).hasSize(2);
            assertThat(cut.get("more").asBoolean()).isTrue();
            var lines = lines(server, "turns?sort=started_at&limit=2")
                    .body()
                    .lines()
                    .toList();
            assertThat(lines).hasSize(3);
            assertThat(Json.MAPPER.readTree(lines.get(2)).get("more").asBoolean())
                    .isTrue();
        }
    }

    @Test
    void anEmptyListHasOnlyItsEnd() throws Exception {
        try (var server = served()) {
            assertThat(lines(server, "alerts").body()).isEqualTo(END + "\n");
            assertThat(lines(server, "sessions?limit=1").body()).isEqualTo(END + "\n");
            assertThat(lines(server, "tools/none/turns").body()).isEqualTo(END + "\n");
        }
    }

    @Test
    void aListIsCompressedForClientsThatAcceptIt() throws Exception {
        try (var server = served()) {
            var request = HttpRequest.newBuilder(server.uri("/api/v1/turns"))
                    .headers("Accept", "application/x-ndjson", "Accept-Encoding", "gzip")
                    .build();
            var zipped = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
            try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
                assertThat(new String(in.readAllBytes()))
                        .isEqualTo(lines(server, "turns").body());
            }
        }
    }

    /** The status was sent, so the connection ends without the end of the answer. */
    @Test
    void aListThatFailsLaterHasNoEnd() throws Exception {
        questionsMax = 2;
        try (var server = served()) {
            assertThatThrownBy(() -> lines(server, "turns")).isInstanceOf(IOException.class);
            questions.set(0);
            assertThat(server.raw(
                            "GET /api/v1/turns HTTP/1.0\r\nHost: localhost\r\nAccept: application/x-ndjson\r\n\r\n"))
                    .startsWith("HTTP/1.0 200 OK\r\n")
                    .contains("\"s599:0\"")
                    .doesNotContain("\"s600:0\"", "coverage", "no more");
            assertThat(server.get("/api/v1/turns", "Accept", "application/x-ndjson")
                            .statusCode())
                    .isEqualTo(503);
        }
    }
}
