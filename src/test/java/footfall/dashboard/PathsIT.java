package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.LongSuite;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The map of calls, and the patterns, tools and loops beside it. */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class PathsIT {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) throws Exception {
        chromium = browser;
        home = stories;
        home.append("walk", turn("walk", "Alpha", "Beta"));
        home.append("hostile-path", turn("hostile-path", HOSTILE, "Beta"));
        home.answered("/api/v1/turns?session=walk", "/items/0/turn_id");
        home.answered("/api/v1/turns?session=hostile-path", "/items/0/turn_id");
    }

    /** A turn that calls the first tool, then the second one, which fails. */
    private static byte[] turn(String session, String first, String second) {
        return session(session)
                .prompt(0, "go")
                .assistant(1, "a" + session, use(first, "1" + session))
                .result(2, "1" + session)
                .assistant(3, "b" + session, use(second, "2" + session))
                .failed(4, "2" + session, "no such thing")
                .duration(5, 5_000)
                .bytes();
    }

    @Test
    void anArrowLeadsToItsTurnsAndBackShowsTheMapAgain() {
        try (var page = chromium.open(home.url("paths?session=walk&activity=tool"), Look.LIGHT)) {
            page.seen("a.map-edge[data-edge='[\"Alpha\",\"Beta\"]']").focus();
            page.page().keyboard().press("Enter");
            assertThat(page.page()).hasURL(Pattern.compile("#/turns\\?session=walk&tool=Alpha&next=Beta$"));
            page.seen("main table");
            assertThat(page.page().locator("main tbody tr")).hasCount(1);
            page.page().goBack();
            page.seen("a.map-edge");
            assertThat(page.page()).hasURL(Pattern.compile("#/paths\\?session=walk&activity=tool$"));
            page.assertNoProblem();
        }
    }

    @Test
    void theMapShowsWhatCallsWereForUntilToolsAreAskedFor() {
        try (var page = chromium.open(home.url("paths?session=walk"), Look.LIGHT)) {
            page.seen("a.map-node");
            assertThat(page.page().locator("main")).containsText("Which intent follows which");
            page.page().locator(".segments >> text=Tools").click();
            assertThat(page.page().locator("main")).containsText("Which tool follows which");
            assertThat(page.page()).hasURL(Pattern.compile("#/paths\\?session=walk&activity=tool$"));
            page.assertNoProblem();
        }
    }

    @Test
    void theArrowsOfTheMapAreInTheTableBelowIt() {
        try (var page = chromium.open(home.url("paths?session=walk&activity=tool"), Look.LIGHT)) {
            assertThat(page.page().locator("main tbody .edge-name")).hasCount(3);
            assertThat(page.page().locator("main tbody .edge-name").allInnerTexts().stream()
                            .map(text -> text.replaceAll("\\s+", " ").strip()))
                    .containsExactly("start → Alpha", "Alpha → Beta", "Beta → end");
            page.assertNoProblem();
        }
    }

    @Test
    void whatTheSliderLeavesIsInTheAddressForAColleague() {
        try (var page = chromium.open(home.url("paths?activity=tool"), Look.LIGHT)) {
            page.seen("a.map-edge");
            int all = page.page().locator(".map-edge").count();
            page.seen(".slider input").focus();
            page.page().keyboard().press("Home");
            assertThat(page.page()).hasURL(Pattern.compile("[?&]edges=5$"));
            page.page().waitForCondition(() -> page.page().locator(".map-edge").count() < all);
            int edges = page.page().locator(".map-edge").count();
            try (var colleague = chromium.open(page.page().url(), Look.LIGHT)) {
                colleague.seen(".map-node");
                assertThat(colleague.page().locator(".slider output")).hasText("5");
                assertThat(colleague.page().locator(".map-edge")).hasCount(edges);
                colleague.assertNoProblem();
            }
            page.assertNoProblem();
        }
    }

    @Test
    void keysMoveAndZoomTheMapAndShowAllOfItAgain() {
        try (var page = chromium.open(home.url("paths?activity=tool"), Look.LIGHT)) {
            page.seen("a.map-edge");
            page.seen(".map-stage").focus();
            page.page().keyboard().press("0");
            var all = page.seen("svg.map-svg").getAttribute("viewBox");
            page.page().keyboard().press("+");
            page.page().keyboard().press("ArrowRight");
            assertThat(page.page().locator("svg.map-svg")).not().hasAttribute("viewBox", all);
            page.page().keyboard().press("0");
            assertThat(page.page().locator("svg.map-svg")).hasAttribute("viewBox", all);
            page.assertNoProblem();
        }
    }

    @Test
    void aToolNamedLikeHtmlStaysTextOnTheMapAndOnItsPage() {
        try (var page = chromium.open(home.url("paths?session=hostile-path&activity=tool"), Look.LIGHT)) {
            page.seen("a.map-node[data-node='" + HOSTILE + "']").click();
            assertThat(page.page().locator("main h1")).hasText(HOSTILE);
            page.settled();
            assertThat(page.page().locator("main .figures")).containsText("Calls");
            assertThat(page.page().locator("main img")).hasCount(0);
            page.assertNoProblem();
        }
    }

    @Test
    void theFiltersStayFromTabToTabAndOnThePageOfATool() {
        try (var page = chromium.open(home.url("paths?session=walk&activity=tool"), Look.LIGHT)) {
            page.seen(".tabs >> text=Patterns").click();
            assertThat(page.page().locator("main tbody tr")).hasCount(1);
            assertThat(page.page().locator("main tbody tr")).containsText("Alpha");
            page.seen(".tabs >> text=Tools").click();
            assertThat(page.page().locator("main tbody tr")).hasCount(2);
            page.seen("main tbody >> text=Beta").click();
            assertThat(page.page().locator("main h1")).hasText("Beta");
            assertThat(page.page().locator("main .figures")).containsText("100% of its calls");
            assertThat(page.page()).hasURL(Pattern.compile("#/tool/Beta\\?session=walk$"));
            page.assertNoProblem();
        }
    }

    @Test
    void withoutACallEveryTabSaysWhatToDoNext() {
        for (var tab : new String[] {"map", "patterns", "tools", "loops"}) {
            try (var page = chromium.open(home.url("paths?tab=" + tab + "&session=none"), Look.LIGHT)) {
                assertThat(page.seen("main .empty")).containsText("Remove a filter");
                page.assertNoProblem();
            }
        }
    }
}
