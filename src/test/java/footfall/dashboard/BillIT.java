package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.LongSuite;
import footfall.testkit.OpenPage;
import footfall.testkit.Transcripts;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What agents cost: by day, model, project and person, and what failures and loops cost of it. */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class BillIT {
    private static final long DAY = 86_400;

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) throws Exception {
        chromium = browser;
        home = stories;
        home.append("bill-loop", loop().bytes());
        home.append("bill-next-day", nextDay().bytes());
        home.answered("/api/v1/turns/bill-loop%3A0", "/item/closed_by");
        home.answered("/api/v1/turns/bill-next-day%3A0", "/item/closed_by");
    }

    /** A long turn that costs 3 USD: ten equal calls, the first of which fails. */
    private static Transcripts loop() {
        var lines = session("bill-loop").prompt(0, "go").with("cwd", "/w/=billed");
        for (int call = 0; call < 10; call++) {
            lines.assistant(10 * call + 1, "m" + call, use("Bash", "t" + call)).usage(100_000, 0);
            if (call == 0) {
                lines.failed(2, "t0", "Exit code 1");
            } else {
                lines.result(10 * call + 2, "t" + call);
            }
        }
        return lines.duration(100, 100_000);
    }

    private static Transcripts nextDay() {
        return session("bill-next-day")
                .prompt(DAY, "go")
                .with("cwd", "/w/=billed")
                .assistant(DAY + 1, "m1", use("Read", "t1"))
                .usage(100_000, 0)
                .result(DAY + 2, "t1")
                .duration(DAY + 3, 3_000);
    }

    private static Locator figure(OpenPage page, String label) {
        return page.page()
                .locator("main .figure")
                .filter(new Locator.FilterOptions()
                        .setHas(page.page()
                                .locator("dt")
                                .getByText(label, new Locator.GetByTextOptions().setExact(true))));
    }

    @Test
    void theBillHasWhatFailuresAndRepeatsCostAndADayLeadsToItsTurns() {
        try (var page = chromium.open(home.url("bill?project=%3Dbilled"), Look.LIGHT)) {
            assertThat(figure(page, "Cost").locator("dd").first()).hasText("$3.30");
            assertThat(figure(page, "Cost of repeats"))
                    .containsText(Pattern.compile("\\$[0-9.]+\\s*[0-9]*% of the cost"));
            assertThat(figure(page, "Cost of failures"))
                    .containsText(Pattern.compile("\\$[0-9.]+\\s*[0-9]*% of the cost"));
            assertThat(page.page().locator("main .plot-title").first()).hasText("Cost by day and model");
            var days = page.page().locator("foot-plot").first().locator("svg a");
            assertThat(days).hasCount(2);
            assertThat(days.nth(1)).hasAttribute("aria-label", "6 Jan");
            days.nth(1).focus();
            page.page().keyboard().press("Enter");
            assertThat(page.page()).hasURL(Pattern.compile("#/turns\\?.*since=2026-01-05T23%3A00%3A00"));
            assertThat(page.page().locator("main tbody tr")).hasCount(1);
            assertThat(page.page().locator("main tbody tr")).containsText("$0.30");
            page.assertNoProblem();
        }
    }

    @Test
    void modelsProjectsPeopleAndSessionsAreOneClickApartAndLeadToTheirTurns() {
        try (var page = chromium.open(home.url("bill?project=%3Dbilled"), Look.LIGHT)) {
            var first = page.page().locator("main foot-table tbody tr").first();
            assertThat(first).containsText("claude-sonnet-4-5-20250929");
            for (var group : new String[] {"Projects", "People", "Machines", "Agents"}) {
                page.page()
                        .getByRole(
                                AriaRole.LINK,
                                new Page.GetByRoleOptions().setName(group).setExact(true))
                        .click();
                assertThat(page.page().locator(".segments [aria-current]").getByText(group))
                        .hasCount(1);
                assertThat(page.page().locator("main foot-table tbody tr")).hasCount(1);
                assertThat(first).containsText("$3.30");
            }
            page.page().locator(".segments >> text=Sessions").click();
            assertThat(page.page().locator("main foot-table tbody tr")).hasCount(2);
            assertThat(first).containsText("bill-loop");
            first.locator("a").first().click();
            assertThat(page.page().locator("main h1")).containsText("bill-loop");
            page.page().goBack();
            page.page().locator(".segments >> text=Tokens").click();
            assertThat(page.page().locator("main .plot-title").first()).hasText("Tokens by day and session");
            page.assertNoProblem();
        }
    }

    @Test
    void aRangeOfDaysIsComparedWithAsLongATimeBefore() {
        try (var page = chromium.open(home.url("bill?project=%3Dbilled"), Look.LIGHT)) {
            page.page().locator(".filters select").first().selectOption("days");
            var days = page.page().locator("input[type=date]");
            days.first().fill("2026-01-06");
            days.last().fill("2026-01-06");
            assertThat(page.page())
                    .hasURL(Pattern.compile("since=2026-01-05T23%3A00%3A00.000Z&until=2026-01-06T23%3A00%3A00.000Z"));
            var compared = page.page().locator("section[aria-labelledby=compared-title]");
            assertThat(compared.locator("h2")).containsText("The chosen time and as long a time before");
            assertThat(compared.locator(".figure").first()).containsText("$0.30");
            assertThat(compared.locator(".figure").first()).containsText("$3.00 before, −90%");
            assertThat(compared).containsText("Changed most: claude-sonnet-4-5-20250929 −$2.70");
            page.assertNoProblem();
        }
    }

    @Test
    void aChartAndATableAreSavedWithoutFormulas() throws Exception {
        try (var page = chromium.open(home.url("bill?project=%3Dbilled&by=project"), Look.LIGHT)) {
            page.settled();
            var chart = page.page().locator("foot-plot").first();
            var csv = page.page()
                    .waitForDownload(
                            () -> chart.locator(".plot-save >> text=CSV").click());
            assertThat(csv.suggestedFilename()).isEqualTo("footfall-cost-by-day-and-project.csv");
            assertThat(Files.readString(csv.path())).isEqualTo("""
                    \ufeffDay,'=billed (US dollars)
                    2026-01-05,3
                    2026-01-06,0.3
                    """.replace("\n", "\r\n"));
            var svg = page.page()
                    .waitForDownload(
                            () -> chart.locator(".plot-save >> text=SVG").click());
            assertThat(Files.readString(svg.path())).startsWith("<svg").contains("Cost by day and project");
            var png = page.page()
                    .waitForDownload(
                            () -> chart.locator(".plot-save >> text=PNG").click());
            assertThat(Files.readAllBytes(png.path())).startsWith(0x89, 'P', 'N', 'G');
            var table = page.page()
                    .waitForDownload(
                            () -> page.page().locator("text=Save as CSV").click());
            assertThat(Files.readString(table.path())).contains("\r\n'=billed,3.3,");
            page.assertNoProblem();
        }
    }

    @Test
    void withoutATurnTheViewSaysWhatToDoNext() {
        try (var page = chromium.open(home.url("bill?session=none"), Look.LIGHT)) {
            assertThat(page.seen("main .empty")).containsText("Remove a filter");
            page.assertNoProblem();
        }
    }
}
