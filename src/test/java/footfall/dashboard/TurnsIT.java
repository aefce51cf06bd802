package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.calls;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.LongSuite;
import footfall.testkit.OpenCodeDatabase;
import footfall.testkit.Transcripts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person does with turns: finds them, looks at one, at its session, at its subagents. */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class TurnsIT {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) throws Exception {
        chromium = browser;
        home = stories;
        home.append("work", work());
        home.append("big", calls("big", 2_000).duration(21, 20_000).bytes());
        home.append("hostile-turn", hostile());
        try (var database = new OpenCodeDatabase(home.database())) {
            work(database);
        }
        for (var turn : List.of(
                "ses_pier:0",
                "ses_pier%2Fses_scout:0",
                "work:0",
                "work:1",
                "work%2Fscout:0",
                "big:0",
                "hostile-turn:0")) {
            home.answered("/api/v1/turns/" + turn, "/item/closed_by");
        }
    }

    /** A turn with parallel calls, a failure, a loop and a subagent, and a short one after it. */
    private static byte[] work() {
        return session("work")
                .prompt(0, "go")
                .with("cwd", "/w/shop")
                .assistant(1, "m1", use("Read", "t1"), use("Grep", "t2"))
                .usage(1_000, 100)
                .result(3, "t1")
                .result(4, "t2")
                .assistant(10, "m2", use("Edit", "t3"))
                .failed(11, "t3", "String to replace not found in file")
                .assistant(20, "m3", use("Bash", "t4"))
                .result(21, "t4")
                .assistant(22, "m4", use("Bash", "t5"))
                .result(23, "t5")
                .assistant(24, "m5", use("Bash", "t6"))
                .result(25, "t6")
                .assistant(30, "m6", use("Task", "t7"))
                .link(31, "t7", "scout")
                .agent("scout")
                .prompt(32, "look")
                .assistant(33, "a1", use("Glob", "s1"))
                .result(34, "s1")
                .endTurn(35, "a2")
                .agent(null)
                .result(40, "t7")
                .duration(41, 41_000)
                .prompt(60, "again")
                .assistant(61, "m7", use("Write", "t8"))
                .result(62, "t8")
                .duration(63, 3_000)
                .bytes();
    }

    private static byte[] hostile() {
        return session("hostile-turn")
                .prompt(0, "go")
                .with("cwd", "/w/" + HOSTILE)
                .assistant(1, "m1", use(HOSTILE, "t1"))
                .failed(2, "t1", HOSTILE)
                .duration(3, 3_000)
                .bytes();
    }

    /** A session of OpenCode with a subagent. */
    private static void work(OpenCodeDatabase database) throws SQLException {
        for (var session : List.of("ses_pier", "ses_scout")) {
            boolean isMain = session.equals("ses_pier");
            database.session(session, isMain ? null : "ses_pier", "/w/pier");
            database.prompt(session, "m1" + session);
            database.answer(session, "m2" + session, "m1" + session, "}");
            database.part(
                    session,
                    "m2" + session,
                    "\"type\":\"tool\",\"tool\":\"" + (isMain ? "task" : "grep")
                            + "\",\"state\":{\"status\":\"completed\",\"input\":{},\"output\":\"\","
                            + "\"metadata\":{\"sessionId\":\"ses_scout\"}}");
            database.answer(
                    session, "m2" + session, "m1" + session, ",\"completed\":1767607200300},\"finish\":\"stop\"}");
        }
    }

    private static Pattern address(String part) {
        return Pattern.compile(".*" + part + ".*");
    }

    @Test
    void aRowLeadsToTheTurnWithItsCallsOverTimeItsFailureItsLoopAndItsCost() {
        try (var page = chromium.open(home.url("turns?session=work&order=asc"), Look.LIGHT)) {
            page.seen("main table");
            page.page().keyboard().press("j");
            page.page().keyboard().press("Enter");
            assertThat(page.page()).hasURL(address("#/turn/work%3A0"));
            page.seen(".timeline-svg");
            assertThat(page.page().locator(".timeline-svg .bar")).hasCount(7);
            assertThat(page.page().locator(".timeline-svg .bar-error")).hasCount(1);
            assertThat(page.page().locator(".timeline-svg .loop-tool").first()).containsText("↻");
            assertThat(page.page().locator(".timeline-svg .bar-sub")).hasCount(1);
            assertThat(page.page().locator("main h1")).hasText("Turn 0 in shop");
            assertThat(page.page().locator(".figures")).containsText("14% of the steps");
            assertThat(page.page().locator("main")).containsText("claude-sonnet-4-5-20250929");
            assertThat(page.page().locator("#steps-title + foot-table tbody tr"))
                    .hasCount(7);
            page.page().goBack();
            assertThat(page.page()).hasURL(address("#/turns\\?.*session=work"));
            assertThat(page.page().locator("main h1")).hasText("Turns");
            page.assertNoProblem();
        }
    }

    @Test
    void aStepIsChosenInTheDrawingOrTheTableAndIsInTheAddress() {
        try (var page = chromium.open(home.url("turn/work%3A0"), Look.LIGHT)) {
            page.seen(".timeline-svg .bar-error").click();
            assertThat(page.page()).hasURL(address("step=2"));
            assertThat(page.page().locator("#step-title")).containsText("Step 2: Edit");
            assertThat(page.page().locator("main")).containsText("edit-mismatch");
            try (var colleague = chromium.open(page.page().url(), Look.DARK)) {
                assertThat(colleague.page().locator("#step-title")).containsText("Step 2: Edit");
                colleague.assertNoProblem();
            }
            page.page().keyboard().press("Escape");
            assertThat(page.page().locator("#step-title")).hasCount(0);
            page.page()
                    .locator("#steps-title + foot-table tbody tr")
                    .nth(1)
                    .locator("a")
                    .first()
                    .click();
            assertThat(page.page().locator("#step-title")).containsText("Step 1: Grep");
            page.assertNoProblem();
        }
    }

    @Test
    void bracketsLeadToTheNextAndThePreviousTurnOfTheSession() {
        try (var page = chromium.open(home.url("turn/work%3A0"), Look.LIGHT)) {
            page.seen("a[rel=next], .turn-head a[aria-keyshortcuts=\"]\"]");
            page.page().keyboard().press("]");
            assertThat(page.page().locator("main h1")).hasText("Turn 1 in shop");
            page.page().keyboard().press("[");
            assertThat(page.page().locator("main h1")).hasText("Turn 0 in shop");
            assertThat(page.page()).hasURL(address("#/turn/work%3A0"));
            page.assertNoProblem();
        }
    }

    @Test
    void aSubagentUnfoldsIntoItsOwnTurnAndLeadsBackToTheOneThatStartedIt() {
        try (var page = chromium.open(home.url("turn/work%3A0"), Look.LIGHT)) {
            page.seen(".subagent .expand").click();
            assertThat(page.page().locator(".subagent .timeline-svg .bar")).hasCount(1);
            assertThat(page.page()).hasURL(address("open=work%2Fscout%3A0"));
            page.page().locator(".subagent").getByText("Open the turn").click();
            assertThat(page.page().locator("main h1")).containsText("Subagent");
            page.text("Turn that started this").click();
            assertThat(page.page().locator("main h1")).hasText("Turn 0 in shop");
            page.assertNoProblem();
        }
    }

    @Test
    void aTurnOfThousandsOfStepsDrawsTheRowsInViewAndSaysWhatTheRecordOmits() {
        try (var page = chromium.open(home.url("turn/big%3A0"), Look.LIGHT)) {
            page.seen(".timeline-svg");
            assertThat(page.page().locator("main")).containsText("2,000");
            assertThat(page.page().locator(".timeline")).containsText("omits 1,000 steps");
            assertThat(page.page().locator("#steps-title + foot-table tbody tr").count())
                    .isBetween(10, 100);
            page.assertNoProblem();
        }
    }

    @Test
    void anOpenTurnGrowsBeforeTheEyesAndClosesThere() throws Exception {
        // A turn without lines for minutes closes by itself, and old lines send no event.
        long now = Duration.between(Transcripts.START, Instant.now()).toSeconds() - 10;
        home.append(
                "live",
                session("live")
                        .prompt(now, "go")
                        .with("cwd", "/w/shop")
                        .assistant(now + 1, "m1", use("Read", "t1"))
                        .bytes());
        home.answered("/api/v1/turns/live%3A0", "/item/steps/0/tool");
        try (var page = chromium.open(home.url("turn/live%3A0"), Look.LIGHT)) {
            page.text("open, grows live");
            page.live();
            home.append(
                    "live",
                    session("live")
                            .result(now + 2, "t1")
                            .with("uuid", "live-v1")
                            .assistant(now + 3, "m2", use("Edit", "t2"))
                            .with("uuid", "live-v2")
                            .bytes());
            assertThat(page.page().locator("#steps-title + foot-table")).containsText("Edit");
            assertThat(page.page().locator(".timeline-svg .bar-pending")).hasCount(1);
            home.append(
                    "live",
                    session("live")
                            .result(now + 4, "t2")
                            .with("uuid", "live-w1")
                            .duration(now + 5, 5_000)
                            .with("uuid", "live-w2")
                            .bytes());
            assertThat(page.page().locator(".turn-head")).containsText("closed by the agent");
            assertThat(page.page().locator(".timeline-svg .bar-pending")).hasCount(0);
            page.assertNoProblem();
        }
    }

    @Test
    void namesLikeMarkupStayTextInATurnAndInItsSession() {
        for (var view : List.of("turn/hostile-turn%3A0?step=0", "session/hostile-turn")) {
            try (var page = chromium.open(home.url(view), Look.LIGHT)) {
                assertThat(page.page().locator("main")).containsText("<img src=x");
                page.settled();
                assertThat(page.page().locator("main img").count()).isZero();
                page.assertNoProblem();
            }
        }
    }

    @Test
    void oneClickSortsAllTurnsAndTheAddressKeepsIt() {
        try (var page = chromium.open(home.url("turns"), Look.LIGHT)) {
            page.seen("main table");
            page.page()
                    .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Steps"))
                    .click();
            assertThat(page.page()).hasURL(address("sort=length"));
            assertThat(page.page().locator("main tbody tr").first()).containsText("2,000");
            assertThat(page.page().locator("th[aria-sort=descending]")).hasText(Pattern.compile("Steps.*"));
            page.page().reload();
            assertThat(page.page().locator("main tbody tr").first()).containsText("2,000");
            page.page().goBack();
            assertThat(page.page().locator("th[aria-sort=descending]")).hasText(Pattern.compile("Started.*"));
            page.assertNoProblem();
        }
    }

    @Test
    void filtersThatNothingMeetsOfferAWayOut() {
        try (var page = chromium.open(home.url("turns?project=nothing"), Look.LIGHT)) {
            page.text("No turn meets these filters");
            page.text("Show all turns").click();
            page.seen("main table");
            assertThat(page.page().url()).doesNotContain("project");
            page.assertNoProblem();
        }
    }

    @Test
    void aSessionShowsItsTurnsInOrderWithThoseOfSubagentsUnderTheirCallers() {
        try (var page = chromium.open(home.url("session/work"), Look.LIGHT)) {
            page.seen("#turns-title");
            var rows = page.page().locator("main foot-table").first().locator("tbody tr");
            assertThat(rows).hasCount(3);
            assertThat(rows.nth(1)).containsText("Glob");
            assertThat(rows.nth(1)).containsText("↳");
            rows.nth(2).locator("a").first().click();
            assertThat(page.page().locator("main h1")).hasText("Turn 1 in shop");
            page.assertNoProblem();
        }
    }

    @ParameterizedTest
    @CsvSource({"gemini, 6e310006-0000-4000-8000-000000000006, read_file", "opencode, ses_pier, grep"})
    void aSessionOfAnotherAgentIsFoundByItAndShowsItsTurnsWithThoseOfSubagents(
            String agent, String session, String toolOfSubagent) {
        try (var page = chromium.open(home.url("turns?agent=" + agent + "&session=" + session), Look.LIGHT)) {
            page.seen("main table");
            var count = page.page().locator("main tbody tr").count();
            page.page().navigate(home.url("session/" + session));
            page.seen("#turns-title");
            var rows = page.page().locator("main foot-table").first().locator("tbody tr");
            assertThat(rows).hasCount(count);
            assertThat(rows.filter(new Locator.FilterOptions().setHasText("↳")).first())
                    .containsText(toolOfSubagent);
            rows.first().locator("a").first().click();
            page.seen(".subagent .expand").click();
            assertThat(page.page().locator(".subagent .timeline-svg .bar").first())
                    .isVisible();
            page.assertNoProblem();
        }
    }
}
