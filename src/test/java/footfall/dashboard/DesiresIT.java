package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.LongSuite;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The ranking of what agents struggle with, and the page of one desire. */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class DesiresIT {
    private static final long DAY = 86_400;
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) throws Exception {
        chromium = browser;
        home = stories;
        home.append("fails", failures("fails", "Gamma", "no such thing"));
        home.append("next-day", nextDay());
        home.append("hostile-desire", failures("hostile-desire", HOSTILE, HOSTILE));
        home.append("remedied", failures("remedied", "Delta", "no such thing"));
        home.remedied("other:Delta", Instant.parse("2026-01-06T00:00:00Z"));
        home.answered("/api/v1/desires/other:Delta", "/item/id");
        home.answered("/api/v1/desires/other:Gamma", "/item/id");
        home.answered("/api/v1/turns?session=hostile-desire", "/items/0/turn_id");
        home.answered("/api/v1/turns?session=next-day", "/items/0/turn_id");
    }

    private static byte[] nextDay() {
        return session("next-day")
                .prompt(DAY, "go")
                .assistant(DAY + 1, "next", use("Read", "next-read"))
                .result(DAY + 2, "next-read")
                .duration(DAY + 3, 3_000)
                .bytes();
    }

    /** A turn in which a tool fails, and goes well the second time. */
    private static byte[] failures(String session, String tool, String error) {
        return session(session)
                .prompt(0, "go")
                .assistant(1, "a" + session, use(tool, "1" + session))
                .failed(2, "1" + session, error)
                .assistant(3, "b" + session, use(tool, "2" + session))
                .result(4, "2" + session)
                .duration(5, 5_000)
                .bytes();
    }

    @Test
    void aDesireLeadsToItsSentenceItsEvidenceAndItsTurns() {
        try (var page = chromium.open(home.url("desires?session=fails"), Look.LIGHT)) {
            assertThat(page.page().locator("main tbody tr")).hasCount(1);
            page.seen("main tbody .row-link").click();
            assertThat(page.page().locator("main h1")).hasText("Gamma fails");
            assertThat(page.page().locator(".advice")).containsText("name what works instead");
            page.page().locator("main >> text=Its turns").click();
            assertThat(page.page()).hasURL(Pattern.compile("tool=Gamma&category=other&outcome=error"));
            assertThat(page.page().locator("main tbody tr")).hasCount(1);
            page.assertNoProblem();
        }
    }

    @Test
    void theOrderIsInTheAddressForAColleague() {
        try (var page = chromium.open(home.url("desires"), Look.LIGHT)) {
            page.seen("main table");
            page.seen(".segments >> text=How often").click();
            assertThat(page.page()).hasURL(Pattern.compile("\\?by=count$"));
            page.settled();
            var first = page.seen("main tbody tr .struggle").innerText();
            try (var colleague = chromium.open(page.page().url(), Look.LIGHT)) {
                colleague.settled();
                assertThat(colleague.seen("main tbody tr .struggle").innerText())
                        .isEqualTo(first);
                assertThat(colleague.page().locator(".segments [aria-current=true] >> text=How often"))
                        .hasCount(1);
                colleague.assertNoProblem();
            }
            page.assertNoProblem();
        }
    }

    @Test
    void twoTimesAreComparedAndTheirDaysAreInTheAddress() {
        try (var page = chromium.open(home.url("desire/other%3AGamma"), Look.LIGHT)) {
            page.seen("input[name=before-from]").fill("2026-01-05");
            page.seen("input[name=before-to]").fill("2026-01-06");
            page.seen("input[name=after-from]").fill("2026-01-06");
            page.seen("input[name=after-to]").fill("2026-01-07");
            page.seen(".compare button").click();
            assertThat(page.page())
                    .hasURL(Pattern.compile("before=2026-01-05\\.\\.2026-01-06&after=2026-01-06\\.\\.2026-01-07$"));
            assertThat(page.page().locator(".verdict")).containsText("too few to tell");
            try (var colleague = chromium.open(page.page().url(), Look.LIGHT)) {
                assertThat(colleague.page().locator(".verdict")).containsText("too few to tell");
                assertThat(colleague.page().locator("input[name=after-to]")).hasValue("2026-01-07");
                colleague.assertNoProblem();
            }
            page.assertNoProblem();
        }
    }

    @Test
    void aRemedyThatWasWrittenIsComparedWithoutAClick() {
        home.answered("/api/v1/remedies", "/items/0/id");
        try (var page = chromium.open(home.url("desire/other%3ADelta"), Look.LIGHT)) {
            var since = page.page().locator("section[aria-labelledby=remedy-title]");
            assertThat(since).containsText("A remedy was applied (");
            assertThat(since).containsText(", CLAUDE.md), by ");
            assertThat(since.locator(".verdict")).containsText("too few to tell");
            assertThat(since.locator("tbody tr")).hasCount(2);
            assertThat(page.page().locator("input[name=before-from]")).hasCount(1);
            page.assertNoProblem();
        }
        try (var page = chromium.open(home.url("desire/other%3AGamma"), Look.LIGHT)) {
            page.settled();
            assertThat(page.page().locator("#remedy-title")).hasCount(0);
            page.assertNoProblem();
        }
    }

    @Test
    void namesAndErrorsLikeHtmlStayText() {
        try (var page = chromium.open(home.url("desires?session=hostile-desire"), Look.LIGHT)) {
            assertThat(page.page().locator("main tbody .struggle-kind")).hasText(HOSTILE + " fails");
            page.seen("main tbody .row-link").click();
            assertThat(page.page().locator(".head-subject")).hasText(HOSTILE);
            page.settled();
            assertThat(page.page().locator(".command code"))
                    .hasText("footfall alias '" + HOSTILE + "' 'a name for it'");
            assertThat(page.page().locator("main img")).hasCount(0);
            page.assertNoProblem();
        }
    }

    @Test
    void aDesireThatIsGoneSaysSoAndLeadsToTheOthers() {
        try (var page = chromium.open(home.url("desire/other%3ANothing"), Look.LIGHT)) {
            assertThat(page.seen("main .empty")).containsText("No closed turn has this desire");
            page.page().locator("main .empty a").click();
            assertThat(page.page().locator("main h1")).hasText("Desires");
        }
    }

    @Test
    void withoutADesireTheViewSaysWhatToDoNext() {
        try (var page = chromium.open(home.url("desires?session=none"), Look.LIGHT)) {
            assertThat(page.seen("main .empty")).containsText("Remove a filter");
            page.assertNoProblem();
        }
    }
}
