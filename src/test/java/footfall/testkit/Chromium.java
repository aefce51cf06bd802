package footfall.testkit;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A headless Chromium of this machine, driven by the node of this machine. Nothing is downloaded. */
public final class Chromium implements AutoCloseable {
    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");
    /** What a page may take on a loaded machine: a start, a load, an assertion that waits. */
    private static final int PATIENCE_MS = 120_000;

    private final Playwright playwright;
    private final Browser browser;

    /** How a page is shown; {@code width} in pixels. */
    public record Look(ColorScheme theme, int width) {
        public static final Look LIGHT = new Look(ColorScheme.LIGHT, 1280);
        public static final Look DARK = new Look(ColorScheme.DARK, 1280);
        public static final int PHONE = 360;
        public static final int HEIGHT = 900;

        /** In both themes: on a desk, on a small screen, on a phone. */
        public static List<Look> all() {
            return Stream.of(1280, 1024, PHONE)
                    .flatMap(width ->
                            Stream.of(ColorScheme.LIGHT, ColorScheme.DARK).map(theme -> new Look(theme, width)))
                    .toList();
        }

        /** For names of files. */
        public String word() {
            return theme.name().toLowerCase(Locale.ROOT) + "-" + width;
        }
    }

    private Chromium(Path node, Path executable) {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MS);
        var environment = new HashMap<>(System.getenv());
        environment.put("PLAYWRIGHT_NODEJS_PATH", node.toString());
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        .setHeadless(true)
                        .setTimeout(PATIENCE_MS)
                        .setArgs(FLAGS));
    }

    /** Skips the test where there is none. */
    public static Chromium start() {
        missing().ifPresent(what -> Assumptions.abort(what));
        return new Chromium(inPath("node").orElseThrow(), executable().orElseThrow());
    }

    /** What this machine lacks, and how to get it. */
    public static Optional<String> missing() {
        if (executable().isEmpty()) {
            return Optional.of("there is no chromium here: apt-get install chromium");
        }
        return inPath("node").isPresent()
                ? Optional.empty()
                : Optional.of("there is no node here: apt-get install nodejs");
    }

    private static Optional<Path> executable() {
        return Stream.of("chromium", "chromium-browser", "google-chrome")
                .flatMap(name -> inPath(name).stream())
                .findFirst();
    }

    private static Optional<Path> inPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** A page with a cache and a storage of its own. */
    public OpenPage open(String url, Look look) {
        var context = browser.newContext(new Browser.NewContextOptions()
                .setColorScheme(look.theme())
                .setViewportSize(look.width(), Look.HEIGHT)
                .setTimezoneId("Europe/Berlin")
                .setAcceptDownloads(true));
        context.setDefaultTimeout(PATIENCE_MS);
        return opened(context, url);
    }

    private static OpenPage opened(BrowserContext context, String url) {
        var page = new OpenPage(context);
        page.go(url);
        return page;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
