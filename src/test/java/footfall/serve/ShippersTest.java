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
import footfall.shipper.KnownShippers;
import footfall.shipper.ListedShipper;
import footfall.shipper.Reports;
import footfall.shipper.ShipperState.State;
import footfall.view.Aliases;
import footfall.view.Selection;
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
