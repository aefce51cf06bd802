package footfall.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Route;
import footfall.testkit.Chromium;
import footfall.testkit.LongSuite;
import footfall.wire.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every name and text of every answer ends like HTML, whatever its field is called: in each view it stays text, also in
 * tooltips and in saved files. The server answers as always; the page sees other names.
 */
@Timeout(900)
@LongSuite
@ExtendWith(SharedDashboard.class)
class NamesIT {
    private static final String HOSTILE = "<img src=x onerror=alert(1)>";
    /** Every encoding that a browser may choose for it. */
    private static final Pattern ENCODED =
            Pattern.compile("(?:%3C|<)img(?:%20|\\+)src(?:%3D|=)x(?:%20|\\+)onerror(?:%3D|=)alert\\(1\\)(?:%3E|>)");

    private static final Pattern TIME = Pattern.compile("\\d{4}-.*|\\d+");
    /** Fields whose words decide what a view shows; the server writes them itself. */
    private static final Set<String> OWN =
            Set.of("kind", "state", "outcome", "level", "trend", "next", "closed_by", "category", "desire_category");

    private static final List<String> WORDS = List.of("tool", "intent");

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start(Chromium browser, ServedHome stories) {
        chromium = browser;
        home = stories;
    }

    /** The first one without markup in its name, which other tests on this home give. */
    private static String first(String path, String field) {
        int at = 0;
        while (home.answered(path, "/items/" + at + "/" + field).contains(HOSTILE)) {
            at++;
        }
        return URLEncoder.encode(home.answered(path, "/items/" + at + "/" + field), StandardCharsets.UTF_8)
                .replace("+", "%20");
    }

    private static Stream<String> views() {
        return Stream.of(
                "now",
                "turns",
                "turn/" + first("/api/v1/turns?sort=failures", "turn_id"),
                "session/" + first("/api/v1/turns?sort=failures", "session_id"),
                "paths",
                "paths?tab=patterns",
                "paths?tab=tools",
                "paths?tab=loops",
                "tool/" + first("/api/v1/tools?sort=failures", "tool"),
                "desires",
                "desire/" + first("/api/v1/desires", "id"),
                "bill",
                "bill?by=project",
                "team",
                "sessions",
                "team?tab=shippers");
    }

    @TestFactory
    Stream<DynamicTest> namesLikeMarkupStayTextInEveryView() {
        return views().toList().stream().map(view -> dynamicTest(view, () -> check(view)));
    }

    private static void check(String view) throws Exception {
        try (var page = chromium.open("about:blank", Chromium.Look.LIGHT)) {
            page.page().route("**/api/v1/**", NamesIT::answer);
            page.go(home.url(view));
            page.settled();
            assertThat(page.page().locator("main")).containsText("<img src=x");
            for (var pointed : List.of(".plot-stage svg", ".timeline-svg .bar", "a.map-edge")) {
                var target = page.page().locator(pointed);
                if (target.count() > 0) {
                    target.first().hover();
                }
            }
            for (var file : List.of("SVG", "PNG", "CSV")) {
                var button = page.page().locator(".plot-save >> text=" + file);
                if (button.count() > 0) {
                    saved(page.page().waitForDownload(() -> button.first().click()), file);
                }
            }
            assertThat(page.page().locator("img")).hasCount(0);
            page.assertNoProblem();
        }
    }

    private static void saved(Download download, String file) throws Exception {
        if (file.equals("SVG")) {
            assertThat(Files.readString(download.path())).startsWith("<svg").doesNotContain("<img");
        }
    }

    /** What the server answers to the same question with the names that it knows, with other names. */
    private static void answer(Route route) {
        var url = ENCODED.matcher(route.request().url()).replaceAll("");
        if (url.contains("/api/v1/stream")) {
            route.resume();
            return;
        }
        var answer = route.fetch(new Route.FetchOptions().setUrl(url));
        route.fulfill(new Route.FulfillOptions().setResponse(answer).setBody(renamed(answer.text())));
    }

    private static String renamed(String json) {
        try {
            return renamed("", Json.MAPPER.readTree(json)).toString();
        } catch (com.fasterxml.jackson.core.JsonProcessingException broken) {
            throw new AssertionError(broken);
        }
    }

    private static JsonNode renamed(String field, JsonNode value) {
        if (value instanceof ObjectNode object) {
            object.fieldNames().forEachRemaining(name -> object.set(name, renamed(name, object.get(name))));
            return object;
        }
        if (value instanceof ArrayNode array) {
            for (int at = 0; at < array.size(); at++) {
                array.set(at, renamed(field, array.get(at)));
            }
            return array;
        }
        boolean isName = value.isTextual()
                && !OWN.contains(field)
                && !WORDS.contains(value.asText())
                && !TIME.matcher(value.asText()).matches();
        return isName ? new TextNode(value.asText() + HOSTILE) : value;
    }
}
