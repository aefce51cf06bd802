package footfall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page in a browser, with everything that went wrong in it. */
public final class OpenPage implements AutoCloseable {
    private static final Path PICTURES = Path.of("target", "dashboard");
    /** A failed request to a server that a test stopped, and that is not ready yet. */
    public static final Pattern NO_ANSWER = Pattern.compile("net::ERR_|status of 503");
    /** A request for a record that does not exist. */
    public static final Pattern NOT_FOUND = Pattern.compile("status of 404");

    private static final String POLICY = """
            addEventListener('securitypolicyviolation', event => console.error(
                'policy: ' + event.violatedDirective + ' refused ' + event.blockedURI + ' ' + event.sample));""";

    private final BrowserContext context;
    private final Page page;
    private final List<String> problems = new ArrayList<>();

    public OpenPage(BrowserContext context) {
        this.context = context;
        context.addInitScript(POLICY);
        context.addInitScript(axe());
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (List.of("error", "warning").contains(message.type())) {
                problems.add(message.text() + " at " + message.location());
            }
        });
        page.onPageError(problems::add);
    }

    /** The checks of axe-core. They define one name in the page and do nothing until they are called. */
    private static String axe() {
        try (var in = OpenPage.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    public Page page() {
        return page;
    }

    public void go(String url) {
        page.navigate(url);
    }

    /** Waits for it, and fails when it does not appear. */
    public Locator seen(String selector) {
        var found = page.locator(selector).first();
        found.waitFor();
        return found;
    }

    /** Waits until a text is visible. */
    public Locator text(String text) {
        var found = page.getByText(text).first();
        found.waitFor();
        return found;
    }

    /** Waits until a button with this text is visible. What screen readers announce can contain the same text. */
    public Locator button(String text) {
        var found = page.locator("button")
                .filter(new Locator.FilterOptions().setHasText(text))
                .first();
        found.waitFor();
        return found;
    }

    /** Waits until the view shows data or says that there is none. A change of the address is first drawn. */
    public void settled() {
        page.evaluate("() => new Promise(done => setTimeout("
                + "() => requestAnimationFrame(() => requestAnimationFrame(done))))");
        page.waitForFunction("() => document.querySelector('main h1') && !document.querySelector('main .skeleton')"
                + " && !document.querySelector('main [aria-busy=\"true\"]')");
    }

    /** The errors and warnings of the console, uncaught exceptions, violations of the policy. */
    public void assertNoProblem() {
        assertThat(problems).isEmpty();
    }

    /** The same, except what the test brings about. */
    public void assertNoProblemBut(Pattern expected) {
        assertThat(problemsBut(expected)).isEmpty();
    }

    public List<String> problemsBut(Pattern... expected) {
        return problems.stream()
                .filter(problem -> Stream.of(expected)
                        .noneMatch(one -> one.matcher(problem).find()))
                .toList();
    }

    /** Serious and critical violations of the rules of axe-core, each with the elements. */
    public List<String> violations() {
        var found = page.evaluate("""
                () => axe.run(document, {resultTypes: ['violations']}).then(result => result.violations
                    .filter(rule => ['serious', 'critical'].includes(rule.impact))
                    .flatMap(rule => rule.nodes.map(node => rule.id + ' ' + node.target.join(' ') + ': '
                        + node.failureSummary.replace(/\\s+/g, ' '))))""");
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    /** The page, its tables and its switches that are wider than their place, with the pixels. */
    public List<String> cutOff() {
        var found = page.evaluate("""
                () => [document.documentElement,
                        ...document.querySelectorAll('main foot-table .table-box, main .segments')]
                    .map((box) => [(box.querySelector('caption') ?? box).textContent.trim().slice(0, 60),
                        box.scrollWidth - box.clientWidth])
                    .filter(([, pixels]) => pixels > 0)
                    .map((found) => found.join(': '))""");
        return ((List<?>) found).stream().map(String::valueOf).toList();
    }

    /** The bytes that the network carried for the page and its files, by path. */
    @SuppressWarnings("unchecked")
    public Map<String, Number> transferred() {
        return (Map<String, Number>) page.evaluate("""
                () => Object.fromEntries([...performance.getEntriesByType('navigation'),
                    ...performance.getEntriesByType('resource')]
                    .map(entry => [new URL(entry.name).pathname, entry.transferSize]))""");
    }

    /** Shows the page in another theme and width. */
    public void look(Chromium.Look look) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(look.theme()));
        page.setViewportSize(look.width(), Chromium.Look.HEIGHT);
        settled();
    }

    /** Waits until events arrive: what was appended before sends none to this page. */
    public OpenPage live() {
        page.locator(".connection-live").waitFor();
        return this;
    }

    public void picture(String name) throws IOException {
        Files.createDirectories(PICTURES);
        page.screenshot(new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")));
    }

    @Override
    public void close() {
        context.close();
    }
}
