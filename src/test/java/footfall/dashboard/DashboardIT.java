package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.LongSuite;
import footfall.testkit.OpenPage;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page as a person meets it: it loads, follows the agents, and survives a restart of the server. */
@Timeout(900)
@ExtendWith(SharedDashboard.class)
class DashboardIT {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";
    private static final int FIRST_VISIT_BYTES_MAX = 100_000;

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) throws Exception {
        chromium = browser;
        home = stories;
    }

    private static byte[] turn(String session, String tool) {
        return session(session)
                .prompt(0, "go")
                .with("cwd", "/w/" + HOSTILE.replace("/", ""))
                .assistant(1, "m" + session, use(tool, "t" + session))
                .result(2, "t" + session)
                .duration(3, 5)
                .bytes();
    }

    @Test
    @LongSuite
    void theFirstVisitIsSmallAndTheNextOneLoadsNoFileAgain() {
        try (var page = chromium.open(home.url(), Look.LIGHT)) {
            page.seen("main .feed");
            page.settled();
            var first = page.transferred().values().stream()
                    .mapToInt(Number::intValue)
                    .sum();
            assertThat(first).isBetween(30_000, FIRST_VISIT_BYTES_MAX);
            page.page().reload();
            page.seen("main .feed");
            // A tag that the server still has costs the head of an answer, which counts as 300 bytes.
            assertThat(page.transferred()).allSatisfy((path, bytes) -> {
                if (!path.startsWith("/api/")) {
                    assertThat(bytes.intValue()).as(path).isLessThanOrEqualTo(300);
                }
            });
            page.assertNoProblem();
        }
    }

    @Test
    void aTurnThatClosesIsShownAndItsNamesStayText() throws Exception {
        try (var page = chromium.open(home.url("turns"), Look.LIGHT)) {
            page.seen("main table");
            page.live();
            home.append("hostile-name", turn("hostile-name", HOSTILE));
            page.button("new turn").click();
            page.go(home.url("turns?session=hostile-name"));
            assertThat(page.page().locator("main table")).containsText(HOSTILE);
            assertThat(page.page().locator("main img").count()).isZero();
            page.assertNoProblem();
        }
    }

    @Test
    void aLinkShowsAColleagueTheSame() {
        var tool = home.answered("/api/v1/tools", "/items/0/tool");
        try (var page = chromium.open(home.url("turns?tool=" + tool + "&order=asc"), Look.LIGHT)) {
            page.seen("main table");
            var rows = page.page().locator("main table tbody tr").allInnerTexts();
            try (var colleague = chromium.open(page.page().url(), Look.LIGHT)) {
                colleague.seen("main table");
                assertThat(colleague.page().locator("main table tbody tr").allInnerTexts())
                        .isNotEmpty()
                        .isEqualTo(rows);
                colleague.assertNoProblem();
            }
        }
    }

    private static void search(OpenPage page, String text) {
        page.page().keyboard().press("s");
        page.seen("dialog.search[open] input");
        page.page().keyboard().type(text);
    }

    /** By the keyboard alone. */
    @Test
    void oneFieldFindsASessionAProjectAToolAndADesire() throws Exception {
        home.append("zearch-me-1", turn("zearch-me-1", "Zearched"));
        home.answered("/api/v1/turns/zearch-me-1%3A0", "/item/closed_by");
        home.answered("/api/v1/session-ids?prefix=zearch", "/items/0");
        try (var page = chromium.open(home.url("turns"), Look.LIGHT)) {
            page.seen("main table");
            search(page, "zearch");
            var found = page.page().locator(".found a");
            assertThat(found).hasText(new String[] {"Session zearch-me-1", "Tool Zearched"});
            assertThat(page.violations()).isEmpty();
            page.page().keyboard().press("ArrowDown");
            page.page().keyboard().press("ArrowDown");
            page.page().keyboard().press("Enter");
            assertThat(page.page()).hasURL(home.url("tool/Zearched"));
            assertThat(page.page().locator("main h1")).containsText("Zearched");
            search(page, "zearch-me");
            assertThat(found).hasCount(1);
            page.page().keyboard().press("Enter");
            assertThat(page.page()).hasURL(home.url("session/zearch-me-1"));
            assertThat(page.page().locator("main h1")).containsText("zearch-me-1");
            search(page, "no such name");
            page.text("Nothing has this name.");
            page.assertNoProblem();
        }
    }

    @Test
    @LongSuite
    void questionMarkShowsTheKeysAndEscapeClosesThem() {
        try (var page = chromium.open(home.url("turns"), Look.LIGHT)) {
            page.seen("main table");
            page.page().keyboard().press("?");
            assertThat(page.page().locator("dialog.help")).containsText("Go to Turns");
            page.page().keyboard().press("Escape");
            assertThat(page.page().locator("dialog.help")).not().isVisible();
            page.assertNoProblem();
        }
    }

    @Test
    @LongSuite
    void aLostServerIsShownAndTheViewGoesOnWhenItIsBack() throws Exception {
        try (var own = Chromium.start();
                var page = own.open(home.url("turns"), Look.LIGHT)) {
            assertThat(page.page().locator(".connection")).containsText("Live");
            home.stop();
            assertThat(page.page().locator(".connection")).containsText("Connection lost");
            home.start();
            assertThat(page.page().locator(".connection")).containsText("Live");
            home.append("later", turn("later", "Grep"));
            page.button("new turn");
            page.assertNoProblemBut(OpenPage.NO_ANSWER);
        }
    }

    @Test
    @LongSuite
    void aServerWithATokenFileIsReadableOnlyWithItsToken(@TempDir Path other) throws Exception {
        var file = other.resolve("token");
        try (var closed = ServedHome.ofNothing(other, "serve_token_file=" + file);
                var page = chromium.open(closed.url("turns"), Look.LIGHT)) {
            page.seen("dialog.token input").fill("not the token of this server");
            page.page().locator("dialog.token button").click();
            page.text("The server did not accept the token.");
            page.seen("dialog.token input").fill(Files.readString(file).strip());
            page.page().locator("dialog.token button").click();
            page.seen("main table, main .empty");
            assertThat(page.page().url()).doesNotContain("token");
            assertThat(page.page().locator(".connection")).containsText("Live");
        }
    }
}
