package footfall.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.dashboard.Chromium.Look;
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
import org.junit.jupiter.api.io.TempDir;

/**
 * Every view in both themes and on a phone: no error, no violation of the policy, no serious violation of the rules
 * for accessible pages. Leaves a picture of each in {@code target/dashboard}.
 */
@Timeout(900)
class ViewsIT {
    private static final Path VIEWS = Path.of("src/main/resources/footfall/serve/dashboard/views");

    @TempDir
    static Path folder;

    private static Chromium chromium;
    private static ServedHome home;

    @BeforeAll
    static void start() throws Exception {
        chromium = Chromium.start();
        home = ServedHome.ofRecorded(folder);
        home.caughtUp().answered("/api/v1/turns", "/items/0/turn_id");
    }

    @AfterAll
    static void stop() {
        if (home != null) {
            home.close();
        }
        if (chromium != null) {
            chromium.close();
        }
    }

    /** The address of a view, of the first record that it can show. */
    private static String address(String view) {
        return switch (view) {
            case "turn" -> view + "/" + first("/api/v1/turns?order=desc&min_length=3", "/items/0/turn_id");
            case "tool" -> view + "/" + first("/api/v1/tools", "/items/0/tool");
            case "desire" -> view + "/" + first("/api/v1/desires", "/items/0/id");
            case "session" -> view + "/" + first("/api/v1/sessions?order=desc", "/items/0/session_id");
            default -> view;
        };
    }

    private static String first(String path, String pointer) {
        return URLEncoder.encode(home.answered(path, pointer), StandardCharsets.UTF_8)
                .replace("+", "%20");
    }

    @TestFactory
    Stream<DynamicTest> everyViewIsAccessibleAndBreaksNothing() throws IOException {
        try (var files = Files.list(VIEWS)) {
            return files.map(file -> file.getFileName().toString().replace(".js", "")).sorted().toList().stream()
                    .flatMap(view -> Stream.of(Look.LIGHT, Look.DARK, Look.PHONE)
                            .map(look -> dynamicTest(view + " " + look.word(), () -> check(view, look))));
        }
    }

    private static void check(String view, Look look) throws Exception {
        try (var page = chromium.open(home.url(address(view)), look)) {
            page.settled();
            page.picture(view + "-" + look.word());
            page.assertNoProblem();
            assertThat(page.violations()).isEmpty();
            assertThat(page.page().evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                    .as("pixels beyond the width of the screen")
                    .isEqualTo(0);
        }
    }

    @TestFactory
    Stream<DynamicTest> aViewWithoutDataSaysWhatToDoNext() {
        return List.of("turns?session=none", "unknown").stream()
                .map(view -> dynamicTest(view, () -> {
                    try (var page = chromium.open(home.url(view), Look.LIGHT)) {
                        page.seen("main .empty");
                        assertThat(page.violations()).isEmpty();
                        page.assertNoProblem();
                    }
                }));
    }
}
