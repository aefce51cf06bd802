package footfall.dashboard;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.sun.management.OperatingSystemMXBean;
import footfall.testkit.Chromium;
import footfall.testkit.OpenPage;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How long each view of the dashboard takes in a browser that has no file of it, from the request for the page until
 * all of the view is drawn and the page can draw another frame, and how many bytes the network carried.
 */
public final class LoadedViews implements AutoCloseable {
    private static final int ROUNDS = 3;
    private static final int VIEW_CHARACTERS = 26;

    /**
     * When the view was drawn at first, with its controls, and when it was complete for the last time: each after the
     * frame.
     */
    private static final String SETTLED = """
            (() => {
              let [begun, settled] = [0, 0];
              const drawn = new MessageChannel();
              drawn.port1.onmessage = ({data}) => {
                begun ||= performance.now();
                if (data) settled = performance.now();
              };
              const isWhole = () => document.querySelector('main h1') && !document.querySelector('main .skeleton')
                  && !document.querySelector('main [aria-busy="true"]');
              let wasWhole = false;
              new MutationObserver(() => {
                const whole = isWhole();
                if (whole ? !wasWhole : !begun && document.querySelector('main h1')) {
                  requestAnimationFrame(() => drawn.port2.postMessage(whole));
                }
                if (!whole) settled = 0;
                wasWhole = whole;
              }).observe(document, {subtree: true, childList: true, attributes: true});
              window.begunAt = () => begun;
              window.settledAt = () => settled;
            })();""";

    private static final String CALLS = """
            () => {
              const entries = performance.getEntriesByType('resource');
              const sum = [...performance.getEntriesByType('navigation'), ...entries]
                  .reduce((bytes, entry) => bytes + entry.transferSize, 0);
              const calls = entries.filter(({name}) => name.includes('/api/'))
                  .sort((a, b) => b.duration - a.duration);
              const [slowest] = calls;
              return [settledAt(), begunAt(), sum, slowest?.duration ?? 0,
                slowest ? slowest.name.replace(/.*\\/api\\/v1\\//, '') : ''];
            }""";

    private final Chromium chromium = Chromium.start();

    /**
     * The times of a view in milliseconds: of the first visit, the best time until it was drawn with its controls, and
     * the best time until it was complete; the least processor time meanwhile of the page's main thread, and of this
     * process, with the server in it; the most bytes of one visit; its slowest request, or what failed.
     */
    public record Loaded(
            double firstMs,
            double drawnMs,
            double bestMs,
            double mainMs,
            double serverMs,
            long bytes,
            String slowest) {}

    /** By the address of the view. */
    public Map<String, Loaded> of(String server, List<String> views) {
        var all = new TreeMap<String, Loaded>();
        views.forEach(view -> all.put(view, loaded(server + "/#/" + view)));
        return all;
    }

    /** The views among many turns, beside the same views among few. */
    public static void print(Map<String, Loaded> few, Map<String, Loaded> many) {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        System.out.printf("load of the machine: %.1f%n", load);
        many.forEach((view, loaded) -> {
            var least = few.getOrDefault(view, loaded);
            System.out.printf(
                    "%-26s drawn %,4.0f ms, complete first %,6.0f ms, best %,6.0f ms (few: %,6.0f ms, ratio %.1f),"
                            + " of processors: main thread %,4.0f ms (few: %,4.0f ms),"
                            + " server %,5.0f ms (few: %,5.0f ms);"
                            + " %,d bytes; %s%n",
                    view.length() > VIEW_CHARACTERS ? view.substring(0, VIEW_CHARACTERS) : view,
                    loaded.drawnMs,
                    loaded.firstMs,
                    loaded.bestMs,
                    least.bestMs,
                    loaded.bestMs / least.bestMs,
                    loaded.mainMs,
                    least.mainMs,
                    loaded.serverMs,
                    least.serverMs,
                    loaded.bytes,
                    loaded.slowest);
        });
    }

    private Loaded loaded(String url) {
        var loaded = new Loaded(0, 0, Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE, 0, "");
        for (int round = 0; round < ROUNDS; round++) {
            try (var page = chromium.open("about:blank", Chromium.Look.LIGHT)) {
                page.page().addInitScript(SETTLED);
                long cpuBegan = cpu();
                var main = new MainThread(page, url.replaceFirst("/#.*", ""));
                page.go(url);
                page.page()
                        .waitForFunction(
                                "() => settledAt() > 0 && performance.now() > settledAt() + 300",
                                null,
                                new Page.WaitForFunctionOptions().setPollingInterval(100));
                double serverMs = (cpu() - cpuBegan) / 1e6;
                double mainMs = main.sinceMs();
                var seen = (List<?>) page.page().evaluate(CALLS);
                double ms = number(seen.get(0));
                double drawnMs = number(seen.get(1));
                loaded = new Loaded(
                        round == 0 ? ms : loaded.firstMs,
                        round == 0 ? drawnMs : Math.min(loaded.drawnMs, drawnMs),
                        Math.min(loaded.bestMs, ms),
                        Math.min(loaded.mainMs, mainMs),
                        Math.min(loaded.serverMs, serverMs),
                        Math.max(loaded.bytes, (long) number(seen.get(2))),
                        problems(page).orElse("slowest: %s in %,.0f ms".formatted(seen.get(4), number(seen.get(3)))));
            }
        }
        return loaded;
    }

    /** The processor time of a page's main thread: scripts, styles, layout and painting. */
    private static final class MainThread {
        private final CDPSession session;
        private final double before;

        /** {@code url}: of the server; what the tests put into each page is measured there. */
        MainThread(OpenPage page, String url) {
            session = page.page().context().newCDPSession(page.page());
            var clock = new JsonObject();
            clock.addProperty("timeDomain", "threadTicks");
            session.send("Performance.enable", clock);
            page.go(url + "/dashboard/icon.svg");
            double began = ms();
            page.go(url + "/dashboard/theme.js");
            double ended = ms();
            before = ended + ended - began;
        }

        /** Since then. */
        double sinceMs() {
            return ms() - before;
        }

        private double ms() {
            for (var metric : session.send("Performance.getMetrics").getAsJsonArray("metrics")) {
                if (metric.getAsJsonObject().get("name").getAsString().equals("TaskDuration")) {
                    return 1_000 * metric.getAsJsonObject().get("value").getAsDouble();
                }
            }
            throw new IllegalStateException("the browser does not say how long it worked");
        }
    }

    private static Optional<String> problems(OpenPage page) {
        try {
            page.assertNoProblem();
            return Optional.empty();
        } catch (AssertionError problems) {
            return Optional.of("FAILED: " + problems.getMessage().strip());
        }
    }

    /** Of this process, in nanoseconds. */
    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    @Override
    public void close() {
        chromium.close();
    }
}
