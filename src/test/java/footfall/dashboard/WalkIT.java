package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.PlaywrightException;
import footfall.testkit.Chromium;
import footfall.testkit.LongSuite;
import footfall.testkit.OpenPage;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** One visit from the first transcript to the end of a failure of the server, over the recorded transcripts. */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class WalkIT {
    private static Chromium chromium;

    @BeforeAll
    static void start(Chromium browser) {
        chromium = browser;
    }

    @Test
    void turnsAppearWhileTranscriptsAreShippedAndAreFoundAgainAfterTheServerWasKilled(@TempDir Path folder)
            throws Exception {
        var sources = ServedHome.recorded();
        try (var up = new KilledUp(folder, sources);
                var page = chromium.open("about:blank", Chromium.Look.LIGHT)) {
            visit(page, up.url("turns"));
            assertThat(page.seen("main .empty")).containsText("No turn has closed yet");
            up.ship(sources.get(0));
            turnsAppear(page);
            filters(page);
            var turn = drillsDown(page);
            followsLinks(page);

            up.kill();
            assertThat(page.page().locator(".connection")).containsText("Connection lost");
            up.start();
            page.live();
            page.go(turn);
            page.seen(".timeline-svg .bar");
            page.go(up.url("turns"));
            page.settled();
            for (var source : sources.subList(1, sources.size())) {
                up.ship(source);
                turnsAppear(page);
            }
            page.assertNoProblemBut(OpenPage.NO_ANSWER);
        }
    }

    /** The process may still start. */
    private static void visit(OpenPage page, String url) {
        page.page().waitForCondition(() -> {
            try {
                page.go(url);
                return true;
            } catch (PlaywrightException notYet) {
                return false;
            }
        });
        page.page().locator("main .empty, main .failure").first().waitFor();
        page.live().settled();
    }

    /** A turn may be reported before the list has it: then the page says again that there are new ones. */
    private static void turnsAppear(OpenPage page) {
        page.button("new turn").click();
        var rows = page.page().locator("main tbody tr");
        var again = page.page().locator("main button.wide");
        page.page().waitForCondition(() -> {
            if (rows.count() == 0 && again.isVisible()) {
                again.click();
            }
            return rows.count() > 0;
        });
    }

    /** Chooses a tool with the keyboard. */
    private static void filters(OpenPage page) {
        var tool = page.seen("main tbody .call-name").innerText();
        page.page().keyboard().press("/");
        page.seen("select[name=name]").selectOption("tool");
        page.seen("input[name=value]").fill(tool);
        page.page().keyboard().press("Enter");
        assertThat(page.page().locator(".chip")).containsText("Tool " + tool);
        page.settled();
        assertThat(page.page().locator("main tbody tr").first()).containsText(tool);
    }

    /** Opens a turn and one of its steps; returns the address. */
    private static String drillsDown(OpenPage page) {
        var keyboard = page.page().keyboard();
        page.page().waitForCondition(() -> {
            // The row that j selects is gone when the filtered list arrives after it.
            keyboard.press("j");
            keyboard.press("Enter");
            return page.page().url().contains("#/turn/");
        });
        page.seen(".timeline-svg .bar");
        page.seen("#steps-title + foot-table tbody tr a").click();
        assertThat(page.page()).hasURL(Pattern.compile("[?&]step=0"));
        page.seen("#step-title");
        return page.page().url();
    }

    /** From the turn to its session, and from the map of all turns to a tool and its turns. */
    private static void followsLinks(OpenPage page) {
        page.page().locator(".crumbs >> text=Session").click();
        assertThat(page.page().locator("main h1")).containsText("Session");
        page.page().locator(".nav >> text=Paths").click();
        page.seen(".chip-remove").click();
        page.page().locator(".segments >> text=Tools").click();
        assertThat(page.page()).hasURL(Pattern.compile("activity=tool"));
        page.settled();
        page.seen("a.map-node").click();
        assertThat(page.page()).hasURL(Pattern.compile("#/tool/"));
        page.settled();
        page.page().locator("main >> text=Its turns").click();
        assertThat(page.page()).hasURL(Pattern.compile("#/turns.*tool="));
        page.seen("main tbody tr");
    }
}
