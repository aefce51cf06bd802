package footfall.serve;

import static footfall.serve.Served.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import footfall.desire.Desire;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Coverage;
import footfall.view.Selection;
import footfall.view.Shippers;
import footfall.view.TurnTexts;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Texts of transcripts are for their owner, who has the link of this start. */
@Timeout(60)
class TurnTextsTest {
    private static final String PLANTED = "planted <b>words</b>";
    private static final String TEXT = "/api/v1/turns/c:0/text";
    private static final String BEGINNINGS = "/api/v1/turn-beginnings?turns=c:0,a%2Fb:1,gone:7";
    private static final String FOUND = "/api/v1/found-texts?text=planted";
    private static final String CASES = "/api/v1/desires/timeout:Bash/cases?project=project-of-a%2Fb";
    private static final String UNAUTHORIZED = "this path needs the token of the link that footfall up prints";
    private static final String NOT_HERE = "this process shows no transcripts: footfall up does, on the machine where "
            + "they are, while it listens on loopback";

    @TempDir
    Path folder;

    /** Knows the text of one turn. */
    private static final class Planted implements TurnTexts {
        private final List<String> asked = new ArrayList<>();

        @Override
        public List<TurnBeginning> beginnings(List<Turn> turns) {
            turns.forEach(turn -> asked.add(turn.id().turnId()));
            return turns.stream()
                    .map(turn -> turn.id().turnId())
                    .filter("c:0"::equals)
                    .map(id -> new TurnBeginning(id, PLANTED))
                    .toList();
        }

        @Override
        public Answer<DesireCase> cases(Desire desire, Selection selection, Answers answers) {
            asked.add(desire.id() + " " + selection.values());
            var one = new DesireCase("c:0", "c", 0, "shop", null, 1, 2, 9_000L, null, PLANTED, PLANTED, PLANTED);
            return new Answer<>(List.of(one), null, Coverage.COMPLETE);
        }

        @Override
        public List<FoundTurn> find(String text) {
            return List.of(new FoundTurn("c:0", null, "prompt", PLANTED));
        }

        @Override
        public Optional<TurnText> text(Turn turn) {
            var id = turn.id().turnId();
            if (id.equals("c:1")) {
                throw new IllegalStateException(PLANTED, new IOException(PLANTED));
            }
            return id.equals("c:0")
                    ? Optional.of(new TurnText(id, PLANTED, List.of(new StepText(1, "Main.java", "{}", PLANTED))))
                    : Optional.empty();
        }
    }

    private static List<Route> routes(TurnTexts texts) {
        var source = new ApiSource(ServedApi.answers(), ServedApi::state, Shippers.NONE, texts, Optional::empty);
        var routes = new ArrayList<>(new Api(() -> Optional.of(source), InstantSource.fixed(ServedApi.NOON)).routes());
        routes.add(new Metrics().route());
        return routes;
    }

    private static OwnerToken owner() {
        return new OwnerToken("5c1d0e9f22b7a431", "ada");
    }

    private static String token(Served server) {
        return server.ownerLink().orElseThrow().replaceFirst(".*#", "");
    }

    private static HttpResponse<String> owned(Served server, String path) throws Exception {
        return server.get(path, "Authorization", "Bearer " + token(server));
    }

    @Test
    void theOwnerReadsTextsWithTheTokenOfTheLink() throws Exception {
        var planted = new Planted();
        try (var server = Served.of("127.0.0.1", null, owner(), routes(planted))) {
            assertThat(server.ownerLink().orElseThrow()).matches("http://127\\.0\\.0\\.1:\\d+/#[\\w-]{22}");
            var text = ServedApi.json(owned(server, TEXT)).get("item");
            assertThat(text.get("prompt").asText()).isEqualTo(PLANTED);
            assertThat(text.at("/steps/0/target").asText()).isEqualTo("Main.java");
            assertThat(ServedApi.json(owned(server, BEGINNINGS)).get("items"))
                    .hasToString("[{\"turn_id\":\"c:0\",\"text\":\"" + PLANTED + "\"}]");
            assertThat(planted.asked).containsExactly("c:0", "a/b:1");
            assertThat(ServedApi.json(owned(server, FOUND)).get("items"))
                    .hasToString("[{\"turn_id\":\"c:0\",\"where\":\"prompt\",\"text\":\"" + PLANTED + "\"}]");
            planted.asked.clear();
            assertThat(ServedApi.json(owned(server, CASES)).at("/items/0/text").asText())
                    .isEqualTo(PLANTED);
            assertThat(planted.asked).containsExactly("timeout:Bash {PROJECT=project-of-a/b}");
            assertProblem(owned(server, CASES.replace("Bash", "Read")), 404, "Not Found", "there is no such record");
        }
    }

    /** Neither a browser nor a proxy, and markup stays text. */
    @Test
    void nobodyMayStoreAnAnswer() throws Exception {
        try (var server = Served.of("127.0.0.1", null, owner(), routes(new Planted()))) {
            for (var path : List.of(TEXT, BEGINNINGS, FOUND, CASES)) {
                var answer = owned(server, path);
                assertThat(answer.headers().allValues("Cache-Control")).containsExactly("no-store");
                assertThat(answer.body()).contains("planted").doesNotContain("<b>");
            }
        }
    }

    @Test
    void withoutTheTokenThereIsStructureAndNoText() throws Exception {
        try (var server = Served.of("127.0.0.1", null, owner(), routes(new Planted()))) {
            for (var path : List.of(TEXT, BEGINNINGS, FOUND, CASES)) {
                assertProblem(server.get(path), 401, "Unauthorized", UNAUTHORIZED);
                var wrong = "Bearer " + new StringBuilder(token(server)).reverse();
                assertProblem(server.get(path, "Authorization", wrong), 401, "Unauthorized", UNAUTHORIZED);
                assertThat(server.get(path + (path.contains("?") ? "&" : "?") + "token=" + token(server))
                                .statusCode())
                        .isEqualTo(401);
            }
            assertThat(ServedApi.json(server.get("/api/v1/turns/c:0"))
                            .at("/item/turn_id")
                            .asText())
                    .isEqualTo("c:0");
            var open = server.get("/api/v1/turns").body()
                    + server.get("/metrics").body()
                    + owned(server, "/metrics").body();
            assertThat(open).doesNotContain("planted", token(server));
        }
    }

    /** A failure is logged with neither the token nor a text. */
    @Test
    void noLogContainsTheToken() throws Exception {
        var root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        var level = root.getLevel();
        var logged = new ListAppender<ILoggingEvent>();
        logged.start();
        root.addAppender(logged);
        root.setLevel(Level.DEBUG);
        String token;
        try (var server = Served.of("127.0.0.1", null, owner(), routes(new Planted()))) {
            token = token(server);
            assertThat(owned(server, "/api/v1/turns/broken/text").statusCode()).isEqualTo(404);
            assertThat(owned(server, TEXT.replace("c:0", "c:1")).statusCode()).isEqualTo(500);
            assertThat(owned(server, TEXT).statusCode()).isEqualTo(200);
        } finally {
            root.setLevel(level);
            root.detachAppender(logged);
        }
        assertThat(logged.list)
                .extracting(event -> event.getFormattedMessage() + said(event.getThrowableProxy()))
                .anyMatch(message -> message.contains("UT005071") && message.contains("TurnTextsTest.java"))
                .noneMatch(message -> message.contains(token) || message.contains("planted"));
    }

    private static String said(IThrowableProxy thrown) {
        return thrown == null ? "" : ThrowableProxyUtil.asString(thrown);
    }

    /** So the page that the link opens asks for no other token. */
    @Test
    void theTokenOfTheOwnerOpensAlsoWhatNeedsAnotherToken() throws Exception {
        var file = folder.resolve("reader");
        try (var server = Served.of("127.0.0.1", file, owner(), routes(new Planted()))) {
            assertThat(server.get("/api/v1/turns").statusCode()).isEqualTo(401);
            assertThat(owned(server, "/api/v1/turns").statusCode()).isEqualTo(200);
            var reader = "Bearer " + Files.readString(file).strip();
            assertThat(server.get("/api/v1/turns", "Authorization", reader).statusCode())
                    .isEqualTo(200);
            assertProblem(server.get(TEXT, "Authorization", reader), 401, "Unauthorized", UNAUTHORIZED);
        }
    }

    /** Others see how the owner is called in records. */
    @Test
    void theOwnerSeesTheOwnNameAndCanAskForIt() throws Exception {
        var client = Client.owner(null, owner().name());
        assertThat(client.user("5c1d0e9f22b7a431")).isEqualTo("ada");
        assertThat(client.user("grace")).isEqualTo("grace");
        assertThat(client.comparedWith("ada").orElseThrow().apply("5c1d0e9f22b7a431"))
                .isEqualTo("ada");
        assertThat(client.comparedWith("5c1d0e9f22b7a431").orElseThrow().apply("5c1d0e9f22b7a431"))
                .isEqualTo("5c1d0e9f22b7a431");
        assertThat(Client.LOCAL.user("5c1d0e9f22b7a431")).isEqualTo("5c1d0e9f22b7a431");
    }

    @Test
    void aProcessWithoutTranscriptsHasNoTexts() throws Exception {
        try (var server = Served.of("127.0.0.1", null, null, routes(null))) {
            assertThat(server.ownerLink()).isEmpty();
            assertProblem(server.get(TEXT), 404, "Not Found", NOT_HERE);
        }
    }

    /** Even if its texts were known. */
    @Test
    void aServerThatOtherMachinesReachHasNoOwner() throws Exception {
        var file = folder.resolve("reader");
        try (var server = Served.of("0.0.0.0", file, owner(), routes(new Planted()))) {
            assertThat(server.ownerLink()).isEmpty();
            var reader = "Bearer " + Files.readString(file).strip();
            assertProblem(server.get(TEXT, "Authorization", reader), 404, "Not Found", NOT_HERE);
        }
    }

    @Test
    void eachStartHasItsOwnToken() {
        var url = "http://127.0.0.1";
        assertThat(owner().link(url)).isNotEqualTo(owner().link(url));
        assertThat(owner().toString()).startsWith("footfall.serve.OwnerToken@");
    }

    @Test
    void aQuestionIsAboutSoManyTurnsAtMost() throws Exception {
        try (var server = Served.of("127.0.0.1", null, owner(), routes(new Planted()))) {
            var ids = "c:0" + ",c:0".repeat(TurnTexts.TURNS_MAX);
            assertThat(owned(server, "/api/v1/turn-beginnings?turns=" + ids).statusCode())
                    .isEqualTo(400);
            assertThat(ServedApi.json(owned(server, "/api/v1/turn-beginnings")).get("items"))
                    .isEmpty();
        }
    }
}
