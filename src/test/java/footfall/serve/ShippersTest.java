package footfall.serve;

import static footfall.serve.Served.LIMITS;
import static footfall.serve.Served.assertProblem;
import static footfall.serve.ServedApi.NOON;
import static footfall.serve.ServedApi.json;
import static footfall.serve.ServedApi.served;
import static footfall.serve.ServedApi.texts;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.ask.ApiClient;
import footfall.ask.ServerAnswers;
import footfall.desire.AppliedRemedy;
import footfall.desire.AppliedRemedy.Place;
import footfall.desire.DesireRules;
import footfall.shipper.KnownShippers;
import footfall.shipper.ListedShipper;
import footfall.shipper.Reports;
import footfall.shipper.ShipperState.State;
import footfall.testkit.ListShard;
import footfall.testkit.Turns;
import footfall.view.Aliases;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shards;
import footfall.view.Shippers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of shippers, by HTTP. */
@Timeout(60)
class ShippersTest {
    private static final String PATH = "/api/v1/shippers";

    @TempDir
    Path folder;

    private static Served of(Shippers shippers) {
        var source = new ApiSource(ServedApi.answers(), ServedApi::state, shippers, null, Optional::empty);
        var api = new Api(() -> Optional.of(source), InstantSource.fixed(NOON));
        return Served.with(null, LIMITS, api.routes().toArray(Route[]::new));
    }

    @Test
    void eachIsListedWithItsSilenceAndTheLateOneFirst() throws Exception {
        try (var server = served(null, null)) {
            var list = json(server.get(PATH));
            assertThat(list.get("coverage")).hasToString("{\"complete\":true,\"missing\":[],\"stale\":[]}");
            assertThat(list.get("items").get(0)).hasToString("""
                    {"shipper_id":"late","command":"ship","host":"box-late","user":"user-late","version":"1.0",\
                    "started_at":"2026-01-31T08:00:00Z","at":"2026-01-31T11:00:00Z","state":"no_report",\
                    "agents":[{"agent":"claude","files":3},{"agent":"codex","files":1}],\
                    "files":4,"files_behind":1,"bytes_behind":7,"unreadable":0,\
                    "lines":12,"rejected":0,"last_line_at":"2026-01-31T08:00:00Z","sender_hash":"of late",\
                    "interval_ms":300000,\
                    "heard_at":"2026-01-31T11:00:00Z","not_heard_for_ms":3800000,"late":true,"lines_repeated":3}""");
            assertThat(texts(list.get("items"), "/shipper_id")).containsExactly("late", "on");
            assertThat(texts(list.get("items"), "/late")).containsExactly("true", "false");
            assertThat(texts(list.get("items"), "/not_heard_for_ms")).containsExactly("3800000", "10000");
            assertThat(texts(list.get("items"), "/lines_repeated")).containsExactly("3", "0");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "host=box-on,on",
        "host=none,''",
        "user=user-late,late",
        "agent=codex,late on",
        "agent=qbit,''",
        "limit=1,late",
        "host=box-on&user=user-late,''"
    })
    void hostUserAndAgentSelect(String query, String ids) throws Exception {
        try (var server = served(null, null)) {
            var list = json(server.get(PATH + "?" + query));
            assertThat(String.join(" ", texts(list.get("items"), "/shipper_id")))
                    .isEqualTo(ids);
        }
    }

    @Test
    void aReaderSeesPseudonymsAndSelectsByThem() throws Exception {
        var reader = folder.resolve("reader");
        try (var server = served(reader, null)) {
            var token = "Bearer " + Files.readString(reader).strip();
            var shown = texts(json(server.get(PATH, "Authorization", token)).get("items"), "/user");
            assertThat(shown).hasSize(2).allMatch(user -> user.matches("u-[a-z2-7]{10}"));
            var own = json(server.get(PATH + "?user=" + shown.get(1), "Authorization", token));
            assertThat(texts(own.get("items"), "/shipper_id")).containsExactly("on");
            assertThat(server.get(PATH).statusCode()).isEqualTo(401);
        }
    }

    @Test
    void whyTheyCannotBeReadIsSaid() throws Exception {
        try (var server = of(now -> {
            throw Shippers.ShippersUnknown.withoutTopic("footfall.shippers");
        })) {
            assertProblem(
                    server.get(PATH),
                    503,
                    "Service Unavailable",
                    "the cluster has no topic footfall.shippers; run 'footfall topics create' with the same "
                            + "--bootstrap-servers, --config and --set as the processor");
        }
    }

    /** Tells of remedies only. */
    private record Telling(List<AppliedRemedy> remedies) implements Shippers {
        @Override
        public List<ListedShipper> list(Instant now) {
            throw Shippers.ShippersUnknown.withoutTopic("footfall.shippers");
        }
    }

    @Test
    void remediesAreListedAndReadBackAndReadersSeeWhoOnlyAsPseudonyms() throws Exception {
        var told = List.of(
                AppliedRemedy.here("rerun:mvn test", NOON, Place.SETTINGS).by("box", "ada"),
                AppliedRemedy.here("env-need:rg", NOON.minusSeconds(60), Place.CLAUDE_MD));
        try (var server = of(new Telling(told))) {
            assertThat(json(server.get("/api/v1/remedies?limit=1"))).hasToString("""
                    {"items":[{"id":"rerun:mvn test/2026-01-31T12:00:00Z","desire":"rerun:mvn test",\
                    "at":"2026-01-31T12:00:00Z","place":"settings","host":"box","user":"ada"}],\
                    "more":true,"coverage":{"complete":true,"missing":[],"stale":[]}}""");
            assertThat(texts(
                            json(server.get("/api/v1/remedies?desire=env-need:rg"))
                                    .get("items"),
                            "/desire"))
                    .containsExactly("env-need:rg");
            assertThat(answers(server).remedies().items()).isEqualTo(told);
        }
        var reader = folder.resolve("reader");
        var source = new ApiSource(ServedApi.answers(), ServedApi::state, new Telling(told), null, Optional::empty);
        var api = new Api(() -> Optional.of(source), InstantSource.fixed(NOON));
        try (var server = Served.withTokens(reader, null, LIMITS, api.routes().toArray(Route[]::new))) {
            var token = "Bearer " + Files.readString(reader).strip();
            assertThat(texts(
                            json(server.get("/api/v1/remedies", "Authorization", token))
                                    .get("items"),
                            "/user"))
                    .first()
                    .asString()
                    .matches("u-[a-z2-7]{10}");
        }
    }

    @Test
    void theEffectOfARemedyNamesWhatElseChangedAndUsersOnlyAsTheClientSeesThem() throws Exception {
        var turns = List.of(
                Turns.of("x", 0, NOON.minusSeconds(7_200), "Bash:timeout"),
                Turns.of("y", 0, NOON.plusSeconds(7_200), "Bash:timeout"));
        var shard = new ListShard(turns, turns.stream().map(Turns::tallied).toList(), OpenTurns.NONE);
        var rules = new AnswerRules(new DesireRules(1, 1), new Aliases(Map.of()), 1_000);
        var told = new Telling(List.of(
                AppliedRemedy.here("timeout:Bash", NOON, Place.CLAUDE_MD),
                AppliedRemedy.here("timeout:Bash", NOON.minusSeconds(1), Place.SKILL)));
        var source = new ApiSource(
                new MergedAnswers(Shards.of(List.of(shard)), rules), ServedApi::state, told, null, Optional::empty);
        var api = new Api(() -> Optional.of(source), InstantSource.fixed(NOON.plusSeconds(14_399)));
        var path = "/api/v1/desires/timeout:Bash/effect";
        try (var server = Served.with(null, LIMITS, api.routes().toArray(Route[]::new))) {
            assertThat(json(server.get(path)).get("item")).hasToString("""
                    {"remedy":{"id":"timeout:Bash/2026-01-31T12:00:00Z","desire":"timeout:Bash",\
                    "at":"2026-01-31T12:00:00Z","place":"claude_md"},\
                    "since":"2026-01-31T08:00:00Z","until":"2026-01-31T16:00:00Z",\
                    "comparison":{"id":"timeout:Bash","category":"timeout","subject":"Bash","tool_name":"Bash",\
                    "title":"Bash times out","trend":"too-few",\
                    "before":{"count":1,"sessions":1,"rate":100.0,"group_turns":1,"group_sessions":1},\
                    "after":{"count":1,"sessions":1,"rate":100.0,"group_turns":1,"group_sessions":1},\
                    "ratio":1.0,"ratio_low":0.012739367083666618,"ratio_high":78.49683531626285,\
                    "design_effect":1.0,"p":1.0},\
                    "also_changed":[{"by":"model","name":"model-of-x","before":1.0,"after":0.0},\
                    {"by":"model","name":"model-of-y","before":0.0,"after":1.0},\
                    {"by":"project","name":"project-of-x","before":1.0,"after":0.0},\
                    {"by":"project","name":"project-of-y","before":0.0,"after":1.0},\
                    {"by":"user","name":"user-of-x","before":1.0,"after":0.0},\
                    {"by":"user","name":"user-of-y","before":0.0,"after":1.0}],"held_equal":[]}""");
            assertThat(server.get("/api/v1/desires/timeout:Read/effect").statusCode())
                    .isEqualTo(404);
        }
        var reader = folder.resolve("reader");
        try (var server = Served.withTokens(reader, null, LIMITS, api.routes().toArray(Route[]::new))) {
            var token = "Bearer " + Files.readString(reader).strip();
            assertThat(server.get(path, "Authorization", token).body())
                    .contains("project-of-x")
                    .doesNotContain("user-of");
        }
    }

    @Test
    void aClusterOfAnEarlierFootfallHasNoRemedies() throws Exception {
        try (var server = of(new Shippers() {
            @Override
            public List<ListedShipper> list(Instant now) {
                return List.of();
            }

            @Override
            public List<AppliedRemedy> remedies() {
                throw Shippers.ShippersUnknown.withoutTopic("footfall.remedies");
            }
        })) {
            assertThat(answers(server).remedies().items()).isEmpty();
        }
    }

    private static ServerAnswers answers(Served server) {
        var client = new ApiClient(server.uri(""), Optional.empty(), Optional.empty(), () -> "unreachable");
        return new ServerAnswers(client, new Aliases(Map.of()));
    }

    @Test
    void theClientReadsWhatTheServerWrites() {
        var reports = new KnownShippers();
        reports.heard("a", Reports.of("a", NOON, State.WAITING_FOR_BROKER, 5), NOON);
        try (var server = of(reports::list)) {
            assertThat(answers(server).shippers(Selection.ALL).items())
                    .containsExactly(
                            new ListedShipper(Reports.of("a", NOON, State.WAITING_FOR_BROKER, 5), NOON, 0, false, 0L));
        }
    }
}
