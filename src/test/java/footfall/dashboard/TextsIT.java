package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.resultBlock;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.OpenPage;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page shows the words of transcripts to their owner, who opened it by the link of {@code up}. */
@Timeout(900)
@ExtendWith(SharedDashboard.class)
class TextsIT {
    private static final String PROMPT = "mend the <b>till</b> planted-words";
    private static final String TURN = "turn/said%3A0";
    private static final String WORDS = "planted";

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) throws Exception {
        chromium = browser;
        home = stories;
        home.append(
                "said",
                session("said")
                        .prompt(0, PROMPT)
                        .with("cwd", "/w/shop")
                        .assistant(1, "m1", call("cat planted-file"))
                        .results(2, resultBlock("t1", "planted-output"))
                        .duration(3, 3_000)
                        .bytes());
        home.append("talk", talk());
        home.append(
                "lacking",
                session("lacking")
                        .prompt(0, "go")
                        .assistant(1, "m1", call("nosuch planted-<i>word</i>"))
                        .failed(2, "t1", "/bin/sh: nosuch: command not found")
                        .assistant(3, "m2", use("Bash", "t2", Map.of("command", "bin/nosuch planted-file")))
                        .result(4, "t2")
                        .duration(5, 5_000)
                        .bytes());
        home.answered("/api/v1/turns/said:0", "/item/closed_by");
        home.answered("/api/v1/turns/talk%2Fa1:0", "/item/closed_by");
        home.answered("/api/v1/turns/lacking:0", "/item/closed_by");
    }

    private static byte[] talk() {
        return session("talk")
                .prompt(0, "mend the <i>planted-gate</i>")
                .with("cwd", "/w/shop")
                .assistant(1, "m1", text("planted-plan"))
                .assistant(2, "m1", use("Edit", "e1", Map.of("old_string", "open", "new_string", "planted-shut")))
                .results(3, resultBlock("e1", "done"))
                .assistant(4, "m2", use("Agent", "a", Map.of("prompt", "look")))
                .link(5, "a", "a1")
                .agent("a1")
                .prompt(5, "planted-errand")
                .assistant(6, "s1", use("Bash", "b1", Map.of("command", "ls planted-yard")))
                .results(7, resultBlock("b1", "a\nb\nc\nplanted-last"))
                .endTurn(8, "s2")
                .agent(null)
                .result(31, "a")
                .assistant(32, "m3", text("planted-answer"))
                .usage(1_234, 5)
                .duration(33, 33_000)
                .bytes();
    }

    private static Map<String, Object> call(String command) {
        return use("Bash", "t1", Map.of("command", command));
    }

    private static Map<String, Object> use(String tool, String id, Map<String, Object> input) {
        var call = Transcripts.use(tool, id);
        call.put("input", input);
        return call;
    }

    private static OpenPage opened(List<Request> requests) {
        var page = chromium.open("about:blank", Look.LIGHT);
        page.page().onRequest(requests::add);
        return page;
    }

    @Test
    void theLinkShowsTheWordsAndItsTokenIsInNoAddress() throws IOException {
        var requests = new ArrayList<Request>();
        var token = home.ownerLink().replaceFirst(".*#", "");
        try (var opened = opened(requests)) {
            opened.go(home.ownerLink() + "/turns?session=said");
            opened.text(PROMPT);
            assertThat(opened.page()).hasURL(home.url("turns?session=said"));
            opened.go(home.url(TURN));
            opened.text(PROMPT);
            opened.text("cat planted-file");
            var csv = opened.page()
                    .waitForDownload(() ->
                            opened.page().locator("text=Save as CSV").first().click());
            assertThat(Files.readString(csv.path())).contains("Bash").doesNotContain("What", WORDS);
            opened.go(home.url(TURN + "?step=0"));
            opened.text("planted-output");
            assertThat(opened.page().locator("b")).hasCount(0);
            opened.settled();
            assertThat(opened.violations()).isEmpty();
            opened.picture("texts-light");
            opened.look(Look.DARK);
            opened.picture("texts-dark");
            assertThat(opened.page().evaluate("history.length + location.href + document.referrer"))
                    .asString()
                    .doesNotContain(token);
            opened.assertNoProblem();
        }
        assertThat(requests).extracting(Request::url).noneMatch(url -> url.contains(token));
        assertThat(requests)
                .filteredOn(request -> request.url().contains("turn-beginnings"))
                .hasSizeBetween(1, 5);
    }

    @Test
    void theOwnerFindsATurnByItsWords() throws IOException {
        try (var opened = opened(new ArrayList<>())) {
            opened.go(home.ownerLink() + "/now");
            opened.text("Now");
            opened.page().keyboard().press("s");
            opened.page().locator("dialog.search input").fill("planted-words");
            var found = opened.page().locator("dialog.search a");
            assertThat(found).hasCount(1);
            assertThat(found).containsText(PROMPT);
            opened.picture("found-texts");
            found.click();
            assertThat(opened.page()).hasURL(home.url(TURN));
            opened.assertNoProblem();
        }
        try (var stranger = opened(new ArrayList<>())) {
            stranger.go(home.url("now"));
            stranger.text("Now");
            stranger.page().keyboard().press("s");
            stranger.page().locator("dialog.search input").fill("planted-words");
            stranger.text("Nothing has this name.");
        }
    }

    @Test
    void aSearchOfTranscriptsThatIsNotDoneOrFailsIsNoAnswer() {
        try (var opened = opened(new ArrayList<>())) {
            var waiting = new CompletableFuture<Route>();
            opened.page().route("**/found-texts?*", waiting::complete);
            opened.go(home.ownerLink() + "/now");
            opened.text("Now");
            opened.page().keyboard().press("s");
            opened.page().locator("dialog.search input").fill("no such words");
            opened.text("Searching transcripts");
            assertThat(opened.page().locator("text=Nothing has this name.")).hasCount(0);
            waiting.join().fulfill(new Route.FulfillOptions().setStatus(503));
            opened.text("Transcripts could not be searched: status 503");
            assertThat(opened.page().locator("text=Nothing has this name.")).hasCount(0);
        }
    }

    /** Each turn is read when it is opened; the address opens it again. */
    @Test
    void aSessionIsAConversation() throws IOException {
        var requests = new ArrayList<Request>();
        try (var opened = opened(requests)) {
            opened.go(home.ownerLink() + "/sessions");
            opened.text("mend the <i>planted-gate</i>").click();
            assertThat(opened.page().locator(".turn-head")).containsText("mend the <i>planted-gate</i>");
            assertThat(requests).extracting(Request::url).noneMatch(url -> url.endsWith("/text"));
            opened.page().locator(".talk .expand").first().focus();
            opened.page().keyboard().press("Enter");
            for (var words : List.of("planted-plan", "-open\n", "+planted-shut\n", "planted-answer", "1,234 tokens")) {
                opened.text(words.strip());
            }
            opened.page().locator(".talk .talk .expand").click();
            opened.text("planted-errand");
            opened.text("ls planted-yard");
            assertThat(opened.page().content()).doesNotContain("planted-last");
            opened.page().locator(".talk .talk .talk-step .expand").click();
            opened.text("planted-last");
            opened.settled();
            assertThat(opened.page()).hasURL(home.url("session/talk?open=talk%3A0+talk%2Fa1%3A0"));
            assertThat(opened.page().locator("main i")).hasCount(0);
            assertThat(opened.violations()).isEmpty();
            for (var look : Look.all()) {
                opened.look(look);
                opened.picture("conversation-" + look.word());
                assertThat(opened.cutOff()).as(look.word()).isEmpty();
            }
            opened.page().reload();
            opened.text("planted-errand");
            opened.page().locator("text=As a table").click();
            opened.text("Save as CSV");
            opened.assertNoProblem();
        }
        assertThat(requests)
                .extracting(Request::url)
                .filteredOn(url -> url.endsWith("/text"))
                .hasSize(4);
    }

    @Test
    void theOwnerSeesTheCasesOfADesireAndOthersItsTurns() throws IOException {
        var requests = new ArrayList<Request>();
        var desire = "desire/env-need%3Anosuch?session=lacking";
        try (var stranger = opened(requests)) {
            stranger.go(home.url(desire));
            stranger.text("Evidence: its latest turns");
            stranger.settled();
            assertThat(stranger.page().content()).doesNotContain(WORDS);
            stranger.assertNoProblem();
        }
        assertThat(requests).extracting(Request::url).noneMatch(url -> url.contains("/cases"));
        try (var opened = opened(requests)) {
            opened.go(home.ownerLink() + "/" + desire);
            opened.text("Evidence: its latest cases");
            opened.text("nosuch planted-<i>word</i>");
            opened.text("worked: bin/nosuch planted-file");
            opened.settled();
            assertThat(opened.page().locator("main i")).hasCount(0);
            opened.picture("cases");
            opened.page()
                    .locator("text=Its latest cases")
                    .locator("xpath=ancestor::section")
                    .locator("a")
                    .first()
                    .click();
            assertThat(opened.page()).hasURL(home.url("turn/lacking%3A0?session=lacking&step=0"));
            opened.assertNoProblem();
        }
    }

    /** Without an error, and without another request than the one that is refused. */
    @Test
    void withoutTheLinkThereIsStructureOnly() {
        var requests = new ArrayList<Request>();
        try (var opened = opened(requests)) {
            for (var view : List.of(TURN, "session/talk?open=talk%3A0")) {
                opened.go(home.url(view));
                opened.settled();
                opened.text("Steps");
                assertThat(opened.page().content()).doesNotContain(WORDS);
            }
            opened.assertNoProblem();
        }
        assertThat(requests)
                .extracting(Request::url)
                .noneMatch(url -> url.endsWith("/text") || url.contains("turn-beginnings"));
    }

    /** Of an earlier start. */
    @Test
    void aTokenThatIsNotValidAnyMoreShowsStructureOnly() {
        try (var opened = opened(new ArrayList<>())) {
            opened.go(home.url() + "/#" + "x".repeat(22) + "/turns");
            opened.settled();
            assertThat(opened.page()).hasURL(home.url("turns"));
            assertThat(opened.page().content()).doesNotContain(WORDS);
            assertThat(opened.page().locator("dialog[open]")).hasCount(0);
        }
    }
}
