package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.LongSuite;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The team and its sessions: people, agents with their versions, and the shippers that send transcripts. */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class TeamIT {
    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) throws Exception {
        chromium = browser;
        home = stories;
        for (var version : new String[] {"2.1.7", "2.1.8"}) {
            home.append("team-" + version, work("team-" + version, version));
            home.answered("/api/v1/sessions/team-" + version, "/item/session_id");
        }
    }

    private static byte[] work(String session, String version) {
        return session(session)
                .prompt(0, "go")
                .with("cwd", "/w/teamwork")
                .with("version", version)
                .assistant(1, "m" + session, use("Read", "t" + session))
                .with("version", version)
                .result(2, "t" + session)
                .with("version", version)
                .duration(3, 63_000)
                .with("version", version)
                .bytes();
    }

    @Test
    void peopleAndVersionsOfAgentsLeadToTheirTurns() {
        try (var page = chromium.open(home.url("team?project=teamwork"), Look.LIGHT)) {
            assertThat(page.page().locator("main foot-table").first()).containsText("2m 06s");
            var versions = page.page().locator("h2:has-text('Versions of agents') + foot-table tbody tr");
            assertThat(versions).hasCount(2);
            versions.filter(new Locator.FilterOptions().setHasText("2.1.8"))
                    .locator("a")
                    .first()
                    .click();
            assertThat(page.page()).hasURL(Pattern.compile("#/turns\\?.*agent_version=2.1.8"));
            assertThat(page.page().locator("main tbody tr")).hasCount(1);
            page.page().goBack();
            page.page().locator("foot-plot svg a").first().focus();
            page.page().keyboard().press("Enter");
            assertThat(page.page()).hasURL(Pattern.compile("#/turns\\?.*user="));
            assertThat(page.page().locator("main tbody tr")).hasCount(2);
            page.assertNoProblem();
        }
    }

    @Test
    void aSessionIsFoundInTheListAlsoByTheAddressThatItHadOnce() {
        try (var page = chromium.open(home.url("team?tab=sessions&project=teamwork"), Look.LIGHT)) {
            var entry = page.page().locator(".nav a[aria-current]");
            assertThat(entry).hasText("Sessions");
            entry.click();
            assertThat(page.page()).hasURL(Pattern.compile("#/sessions\\?project=teamwork$"));
            var rows = page.page().locator("main tbody tr");
            assertThat(rows).hasCount(2);
            assertThat(rows.first()).containsText("3.0 s");
            rows.first().locator("a").first().click();
            assertThat(page.page().locator("main h1")).containsText("teamwork");
            page.assertNoProblem();
        }
    }

    @Test
    void theShipperOfThisProcessIsListed() {
        home.answered("/api/v1/shippers", "/items/0/state");
        try (var page = chromium.open(home.url("team?tab=shippers"), Look.LIGHT)) {
            assertThat(page.page().locator("main tbody tr")).hasCount(1);
            assertThat(page.page().locator("main tbody tr")).containsText("running");
            page.assertNoProblem();
        }
    }

    /** What a team's processor answers; one process has only one shipper, which is never late. */
    private static void team(Route route) {
        var now = Instant.now();
        route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody("""
                {"items": [
                  {"host": "lost", "user": "ada", "state": "running", "late": true, "not_heard_for_ms": 180000,
                   "heard_at": "%s",
                   "bytes_behind": 2048, "files": 3, "unreadable": 1, "lines": 10, "version": "1.0",
                   "agents": [{"agent": "claude"}]},
                  {"host": "away", "user": "bob", "state": "waiting_for_broker", "late": false, "heard_at": "%s",
                   "bytes_behind": 1024, "files": 1, "unreadable": 0, "lines": 5, "version": "1.0", "agents": []}],
                 "coverage": {"complete": true, "missing": [], "stale": []}}""".formatted(
                                now.minus(Duration.ofDays(3)), now)));
    }

    @Test
    void shippersThatAreLateOrBehindAreSeenFromEveryPartOfTheView() {
        try (var page = chromium.open("about:blank", Look.LIGHT)) {
            page.page().route("**/api/v1/shippers*", TeamIT::team);
            page.go(home.url("team"));
            var tab = page.page().locator("main .segments a").last();
            assertThat(tab).hasText(Pattern.compile("Shippers\\s+1 late"));
            tab.click();
            var rows = page.page().locator("main tbody tr");
            assertThat(rows).hasCount(2);
            assertThat(rows.first()).containsText("no report for 3m 00s");
            assertThat(rows.first()).containsText("3 d ago");
            assertThat(rows.nth(1)).containsText("waiting for the broker");
            assertThat(page.page().locator("main .figures")).containsText("1.0 kB");
            rows.first().locator("a").click();
            assertThat(page.page()).hasURL(Pattern.compile("#/turns\\?.*host=lost"));
            page.assertNoProblem();
        }
    }

    @Test
    void withoutATurnEveryPartSaysWhatToDoNext() {
        for (var view : new String[] {"team", "sessions"}) {
            try (var page = chromium.open(home.url(view + "?session=none"), Look.LIGHT)) {
                assertThat(page.seen("main .empty")).containsText("Remove a filter");
                page.assertNoProblem();
            }
        }
    }
}
