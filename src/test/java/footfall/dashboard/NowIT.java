package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.use;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.LongSuite;
import footfall.testkit.OpenPage;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What agents do now: turns grow, raise alerts and close while the page is open. */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class NowIT {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    /** An answer without any open turn, because the only instance did not answer. */
    private static final String LACKING = """
            {"items": [], "coverage": {"complete": false, "missing": [{"instance": "a"}], "stale": []}}""";

    /** The same, because a standby answered, which may lag behind. */
    private static final String STALE = """
            {"items": [], "coverage": {"complete": true, "missing": [], "stale": [0]}}""";

    /** A whole one, of a processor that has just started. */
    private static final String WHOLE = """
            {"items": [], "coverage": {"complete": true, "missing": [], "stale": []}}""";

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) {
        chromium = browser;
        home = stories;
    }

    /** The open turn of a project. */
    private static Locator card(OpenPage page, String project) {
        return page.page()
                .locator(".open-turn")
                .filter(new Locator.FilterOptions()
                        .setHas(page.page()
                                .locator(".open-name")
                                .getByText(project, new Locator.GetByTextOptions().setExact(true))));
    }

    @Test
    void aTurnGrowsWithParallelCallsSideBySideAndClosesIntoTheFeed() throws Exception {
        try (var page = chromium.open(home.url("now"), Look.LIGHT)) {
            page.live().settled();
            var closed = page.page().locator(".feed").last();
            var session = new LiveSession(home, "now-grows", "/w/grows");
            session.write(lines -> lines.assistant(session.at(2), "m1", use("Read", "t1"), use("Grep", "t2"))
                    .usage(100_000, 0));
            var card = card(page, "grows");
            assertThat(card.locator(".chain-lanes li")).hasCount(2);
            assertThat(card.locator(".call-pending")).hasCount(2);
            assertThat(card).containsText("$0.30");
            assertThat(card.locator(".clock")).hasText(Pattern.compile("\\d+:\\d\\d"));

            session.write(lines -> lines.result(session.at(3), "t1").failed(session.at(4), "t2", "no such file"));
            assertThat(card.locator(".chain-lanes .call-ok")).hasText(Pattern.compile(".*Read"));
            assertThat(card.locator(".chain-lanes .call-error")).hasText(Pattern.compile(".*Grep"));
            assertThat(card).containsText("1 failed");
            session.write(lines -> lines.assistant(session.at(5), "m2", use("Edit", "t3")));
            assertThat(card.locator(".chain > li")).hasCount(2);

            // Later than the turns of other tests, however soon this one follows them.
            session.write(lines -> lines.result(session.at(18), "t3").duration(session.at(19), 19_000));
            assertThat(card).hasCount(0);
            assertThat(closed.locator("> li").first()).containsText("grows");
            assertThat(closed.locator("> li").first()).containsText("3 steps");
            page.assertNoProblem();
        }
    }

    @Test
    void whileNoAgentWorksThereIsWhatTodayWas() throws Exception {
        try (var page = chromium.open(home.url("now?project=idle"), Look.LIGHT)) {
            page.live().settled();
            var today = page.page().locator("main .figure").first();
            assertThat(today).containsText("Turns today");
            assertThat(today.locator("dd")).hasText("0");
            var session = new LiveSession(home, "now-idle", "/w/idle");
            session.write(lines -> lines.assistant(session.at(2), "m1", use("Read", "t1"))
                    .result(session.at(3), "t1")
                    .duration(session.at(7), 7_000));
            assertThat(today.locator("dd")).hasText("1");
            page.assertNoProblem();
        }
    }

    @Test
    void theStepsOfATurnThatIsOpenAlreadyAreShownByToolOrByIntent() throws Exception {
        var session = new LiveSession(home, "now-open", "/w/opened");
        session.write(lines -> lines.assistant(session.at(2), "m1", use("Read", "t1"), use("Grep", "t2"))
                .result(session.at(3), "t1")
                .failed(session.at(4), "t2", "no such file"));
        home.answered("/api/v1/turns/now-open%3A0", "/item/steps/1/category");
        try (var page = chromium.open(home.url("now"), Look.LIGHT)) {
            var card = card(page, "opened");
            assertThat(card.locator(".chain-lanes .call-error")).hasText(Pattern.compile(".*Grep"));
            page.page().locator(".segments >> text=Intents").click();
            assertThat(page.page()).hasURL(Pattern.compile("[?&]activity=intent"));
            assertThat(card.locator(".chain-lanes .call-error")).hasText(Pattern.compile(".*search"));
            page.assertNoProblem();
        }
    }

    @Test
    void openTurnsAreGroupedAndFilteredByWhoWorksWhere() throws Exception {
        var one = new LiveSession(home, "now-one", "/w/first-shop");
        var other = new LiveSession(home, "now-other", "/w/other-shop");
        one.write(lines -> lines.assistant(one.at(2), "m1", use("Read", "t1")));
        other.write(lines -> lines.assistant(other.at(2), "m1", use("Bash", "t1")));
        home.answered("/api/v1/turns/now-one%3A0", "/item/steps/0/tool");
        home.answered("/api/v1/turns/now-other%3A0", "/item/steps/0/tool");
        try (var page = chromium.open(home.url("now"), Look.LIGHT)) {
            for (var group : new String[] {"project", "user", "host", "agent"}) {
                page.seen(".segments a[href*='group=" + group + "']").click();
                var names = page.page().locator(".now-open .group-name");
                assertThat(page.page()).hasURL(Pattern.compile("group=" + group));
                assertThat(names.first()).containsText("turn");
                if (group.equals("project")) {
                    assertThat(names.filter(new Locator.FilterOptions().setHasText("first-shop")))
                            .hasCount(1);
                }
            }
            page.go(home.url("now?project=first-shop"));
            assertThat(card(page, "first-shop")).hasCount(1);
            assertThat(page.page().locator(".open-turn")).hasCount(1);
            page.assertNoProblem();
        }
    }

    @Test
    void anAlertAppearsAsItIsRaisedAndLeavesWithItsTurn() throws Exception {
        try (var page = chromium.open(home.url("now?project=alarming"), Look.LIGHT)) {
            page.live().settled();
            var alerts = page.page().locator("section[aria-labelledby=now-alerts]");
            assertThat(alerts).containsText("No active alert");
            var session = new LiveSession(home, "now-alerts", "/w/alarming");
            session.write(lines -> {
                for (int call = 0; call < 5; call++) {
                    lines.assistant(session.at(call), "m" + call, use("Tool" + call, "t" + call))
                            .failed(session.at(call), "t" + call, "no such thing");
                }
                return lines;
            });
            assertThat(alerts).containsText("5 failed calls in a row");
            assertThat(card(page, "alarming").locator(".badge")).containsText("stuck");
            assertThat(alerts.locator("a").first()).hasAttribute("href", Pattern.compile("#/turn/now-alerts%3A0.*"));
            session.write(lines -> lines.duration(session.at(9), 9_000));
            assertThat(alerts).containsText("No active alert");
            page.assertNoProblem();
        }
    }

    @Test
    void whatFailedOrLackedAnInstanceOrCameFromAStandbyOrTooEarlyIsReadAgain() throws Exception {
        var session = new LiveSession(home, "now-again", "/w/again");
        session.write(lines -> lines.assistant(session.at(2), "m1", use("Read", "t1")));
        home.answered("/api/v1/turns/now-again%3A0", "/item/steps/0/tool");
        var asked = new AtomicInteger();
        try (var page = chromium.open("about:blank", Look.LIGHT)) {
            page.page().route("**/api/v1/turns/open*", route -> {
                switch (asked.getAndIncrement()) {
                    case 0 -> route.abort();
                    case 1 -> route.fulfill(new Route.FulfillOptions().setStatus(503));
                    case 2 -> route.fulfill(new Route.FulfillOptions().setBody(LACKING));
                    case 3 -> route.fulfill(new Route.FulfillOptions().setBody(STALE));
                    case 4 ->
                        route.fulfill(new Route.FulfillOptions()
                                .setBody(WHOLE)
                                .setHeaders(Map.of("Footfall-Early", "12.3 MB of transcripts are not read yet")));
                    default -> route.resume();
                }
            });
            page.go(home.url("now?project=again"));
            page.seen(".now-open .failure button").click();
            page.text("1 instance did not answer");
            page.text("A standby answered for some data");
            page.text("This is not all yet: 12.3 MB of transcripts are not read yet.");
            assertThat(card(page, "again")).hasCount(1);
            assertThat(page.page().locator(".now-open .notice")).hasCount(0);
            page.assertNoProblemBut(OpenPage.NO_ANSWER);
        }
    }

    @Test
    void namesLikeMarkupStayTextWhileTheyArrive() throws Exception {
        try (var page = chromium.open(home.url("now"), Look.LIGHT)) {
            page.live().settled();
            var session = new LiveSession(home, "now-hostile", "/w/" + HOSTILE);
            session.write(lines -> lines.assistant(session.at(2), "m1", use(HOSTILE, "t1")));
            var card = card(page, HOSTILE);
            assertThat(card.locator(".call-name")).hasText(HOSTILE);
            session.write(lines -> lines.failed(session.at(3), "t1", HOSTILE).duration(session.at(4), 4_000));
            assertThat(card).hasCount(0);
            assertThat(page.page().locator(".feed").last()).containsText(HOSTILE);
            assertThat(page.page().locator("main img")).hasCount(0);
            page.assertNoProblem();
        }
    }
}
