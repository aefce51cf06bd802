package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.testkit.Chromium;
import footfall.testkit.Chromium.Look;
import footfall.testkit.LongSuite;
import footfall.testkit.OpenPage;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every view and every tab over the recorded transcripts, in both themes at three widths: no error, no violation of the
 * policy, no serious violation of the rules for accessible pages, no table or switch that is cut off. Leaves
 * a picture of each in {@code target/dashboard}.
 */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class ViewsIT {
    private static final Path VIEWS = Path.of("src/main/resources/footfall/serve/dashboard/views");
    private static final List<String> TABS =
            List.of("paths?tab=patterns&min_length=20", "paths?tab=tools", "paths?tab=loops", "team?tab=shippers");

    @TempDir
    static Path folder;

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser) throws Exception {
        chromium = browser;
        home = ServedHome.ofRecorded(folder);
        home.caughtUp().answered("/api/v1/turns", "/items/0/turn_id");
    }

    @AfterAll
    static void stop() {
        if (home != null) {
            home.close();
        }
    }

    private static List<String> views() throws IOException {
        try (var files = Files.list(VIEWS)) {
            var all = files.map(file -> file.getFileName().toString().replace(".js", ""));
            return Stream.concat(all.sorted(), TABS.stream()).toList();
        }
    }

    /** The address of a view; of one record, of one with much to show. */
    private static String address(String view) {
        return switch (view) {
            case "turn" -> view + "/" + first("/api/v1/turns?sort=failures&max_length=60", "/items/0/turn_id");
            case "session" -> view + "/" + first("/api/v1/turns?sort=failures&max_length=60", "/items/0/session_id");
            case "tool" -> view + "/" + first("/api/v1/tools", "/items/0/tool");
            case "desire" -> view + "/" + first("/api/v1/desires", "/items/0/id");
            default -> view;
        };
    }

    private static String first(String path, String pointer) {
        return URLEncoder.encode(home.answered(path, pointer), StandardCharsets.UTF_8)
                .replace("+", "%20");
    }

    @TestFactory
    Stream<DynamicTest> everyViewIsAccessibleAndBreaksNothing() throws IOException {
        return views().stream().map(view -> dynamicTest(view, () -> check(view)));
    }

    private static void check(String view) throws Exception {
        try (var page = chromium.open(home.url(address(view)), Look.LIGHT)) {
            for (var look : Look.all()) {
                page.look(look);
                page.picture(view.replaceAll("&.*", "").replaceAll("\\W+", "-") + "-" + look.word());
                if (look.equals(Look.LIGHT) || look.equals(Look.DARK)) {
                    assertThat(page.violations()).as(look.word()).isEmpty();
                }
                assertThat(page.cutOff()).as(look.word()).isEmpty();
            }
            assertThat(unsaved(page)).isEqualTo(List.of());
            page.assertNoProblem();
        }
    }

    /** The buttons of charts that cannot be saved as a picture and as numbers. */
    private static Object unsaved(OpenPage page) {
        return page.page().evaluate("""
                () => [...document.querySelectorAll('main figure:has(svg.plot-svg)')]
                    .map((chart) => [...chart.querySelectorAll('.plot-save button')].map((button) => button.textContent)
                        .filter((text) => /^[A-Z]{3}$/.test(text)).join(' '))
                    .filter((found) => found !== 'CSV SVG PNG')""");
    }

    @TestFactory
    Stream<DynamicTest> aViewWithoutDataSaysWhatToDoNext() {
        return List.of("turns?session=none", "unknown", "session/none", "turn/none", "tool/none", "desire/other%3Anone")
                .stream()
                .map(view -> dynamicTest(view, () -> {
                    try (var page = chromium.open(home.url(view), Look.LIGHT)) {
                        page.seen("main .empty");
                        assertThat(page.violations()).isEmpty();
                        page.assertNoProblemBut(OpenPage.NOT_FOUND);
                    }
                }));
    }
}
