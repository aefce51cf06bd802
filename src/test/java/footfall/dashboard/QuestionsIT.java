package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import footfall.testkit.Chromium;
import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The table of questions in the page about the dashboard, walked row by row from the start page. */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class QuestionsIT {
    private static final Path PAGE = Path.of("topology-docs/dashboard.md");
    private static final String HEAD = "| who | question | clicks | what the page then shows |";
    private static final int CLICKS_MAX = 3;
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private static Chromium chromium;
    private static ServedHome home;

    /** A row of the table. */
    private record Script(String who, String question, List<String> clicks, String answer) {
        static Script of(String row) {
            var cells = row.split("\\s*\\|\\s*");
            return new Script(cells[1], cells[2], List.of(cells[3].split(", then ")), named(cells[4]));
        }
    }

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) throws Exception {
        chromium = browser;
        home = stories;
        var closed = new LiveSession(home, "asked-closed", "/w/asked");
        closed.write(lines -> lines.assistant(closed.at(1), "m1", use("Bash", "t1"))
                .usage(1_000, 10)
                .failed(closed.at(2), "t1", "Exit code 1")
                .assistant(closed.at(3), "m2", use("Read", "t2"))
                .result(closed.at(4), "t2")
                .duration(closed.at(5), 5_000));
        var open = new LiveSession(home, "asked-open", "/w/asked");
        open.write(lines -> lines.assistant(open.at(1), "m1", use("Bash", "t1")));
        home.answered("/api/v1/turns/asked-closed%3A0", "/item/closed_by");
        home.answered("/api/v1/turns/asked-open%3A0", "/item/steps/0/tool");
    }

    private static List<Script> scripts() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .dropWhile(line -> !line.equals(HEAD))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(Script::of)
                .toList();
    }

    private static String named(String text) {
        var name = NAME.matcher(text);
        assertThat(name.find()).as(text).isTrue();
        return name.group(1);
    }

    @Test
    void threePeopleHaveQuestionsAndNoneNeedsMoreThanThreeClicks() throws IOException {
        assertThat(scripts()).extracting(Script::who).contains("team lead", "tool maker", "platform engineer");
        assertThat(scripts()).allSatisfy(script -> assertThat(script.clicks()).hasSizeBetween(1, CLICKS_MAX));
    }

    @TestFactory
    Stream<DynamicTest> theClicksOfTheTableLeadToTheAnswer() throws IOException {
        return scripts().stream()
                .map(script -> dynamicTest(script.who() + ": " + script.question(), () -> walk(script)));
    }

    private static void walk(Script script) {
        try (var page = chromium.open(home.url("now"), Chromium.Look.LIGHT)) {
            page.settled();
            script.clicks().forEach(click -> {
                target(page.page(), click).click();
                page.settled();
            });
            assertThat(page.page().locator("main").getByText(script.answer()).first())
                    .isVisible();
            page.assertNoProblem();
        }
    }

    /** A link or a button by its name, or a row of the first table. */
    private static Locator target(Page page, String click) {
        if (click.equals("the first row")) {
            return page.locator("main .row-link, main .open-name").first();
        }
        var name = named(click);
        if (click.startsWith("row ")) {
            return page.locator("main .row-link")
                    .getByText(name, new Locator.GetByTextOptions().setExact(true))
                    .or(page.locator("main .row-link:text-is('" + name + "')"))
                    .first();
        }
        return Stream.of(AriaRole.LINK, AriaRole.BUTTON)
                .map(role -> page.getByRole(
                        role, new Page.GetByRoleOptions().setName(name).setExact(true)))
                .reduce(Locator::or)
                .orElseThrow()
                .first();
    }
}
