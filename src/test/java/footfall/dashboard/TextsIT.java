package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.resultBlock;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Request;
import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.OpenPage;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        home.answered("/api/v1/turns/said:0", "/item/closed_by");
    }

    private static Map<String, Object> call(String command) {
        var call = use("Bash", "t1");
        call.put("input", Map.of("command", command));
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

    /** Without an error, and without another request than the one that is refused. */
    @Test
    void withoutTheLinkThereIsStructureOnly() {
        var requests = new ArrayList<Request>();
        try (var opened = opened(requests)) {
            opened.go(home.url(TURN));
            opened.settled();
            opened.text("Steps over time");
            assertThat(opened.page().content()).doesNotContain(WORDS);
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
