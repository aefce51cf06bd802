package footfall.dashboard;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import footfall.testkit.Chromium;
import footfall.testkit.OpenPage;
import java.util.HashMap;
import java.util.List;

/** A page that stays open, and what it costs the browser. */
final class WatchedPage implements AutoCloseable {
    /** From the bytes of events until the frame is drawn that the first change of the page after them belongs to. */
    private static final String DELAYS = """
            (() => {
              const state = {arrived: 0, delays: [], long: 0};
              window.watched = () => {
                const {delays, long} = state;
                Object.assign(state, {delays: [], long: 0});
                delays.sort((a, b) => a - b);
                const of = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? -1;
                return [delays.length, of(0.5), of(0.99), long];
              };
              const read = ReadableStreamDefaultReader.prototype.read;
              ReadableStreamDefaultReader.prototype.read = async function () {
                const result = await read.call(this);
                if (result.value) state.arrived ||= performance.now();
                return result;
              };
              const drawn = new MessageChannel();
              drawn.port1.onmessage = ({data}) => {
                if (state.delays.length < 20_000) state.delays.push(performance.now() - data);
              };
              new MutationObserver(() => {
                if (state.arrived) drawn.port2.postMessage(state.arrived);
                state.arrived = 0;
              }).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
              new PerformanceObserver((list) => list.getEntries().forEach(({duration}) => { state.long += duration; }))
                  .observe({type: 'longtask'});
            })();""";

    private static final String SHOWN = """
            () => {
              const walker = document.createTreeWalker(document);
              let count = 1;
              while (walker.nextNode()) count++;
              return count;
            }""";

    private final String view;
    private final OpenPage page;
    private final CDPSession devtools;
    private Work total = new Work(0, 0, 0, 0);

    /** What it keeps now, and what it has done since the last time. */
    record Cost(double heapKb, Nodes nodes, Drawn drawn, Work work) {}

    /** Nodes of documents, of which {@code shown} are in the page; others are templates, or leak. */
    record Nodes(int all, int shown, int listeners) {}

    /** Seconds that a processor worked for the main thread of the page, and parts of them. */
    record Work(double all, double scripts, double styles, double layout) {
        Work since(Work before) {
            return new Work(all - before.all, scripts - before.scripts, styles - before.styles, layout - before.layout);
        }
    }

    /** How often the page was drawn after events, how long after them in milliseconds, and all long tasks. */
    record Drawn(int updates, double p50Ms, double p99Ms, double longTasksMs) {}

    WatchedPage(Chromium chromium, ServedHome home, String view) {
        this.view = view;
        page = chromium.open("about:blank", Chromium.Look.LIGHT);
        page.page().addInitScript(DELAYS);
        page.go(home.url(view));
        page.settled();
        devtools = page.page().context().newCDPSession(page.page());
        devtools.send("HeapProfiler.enable");
        var ticks = new JsonObject();
        ticks.addProperty("timeDomain", "threadTicks");
        devtools.send("Performance.enable", ticks);
        cost();
    }

    String view() {
        return view;
    }

    OpenPage page() {
        return page;
    }

    Cost cost() {
        // What the first collection releases, such as nodes, keeps objects until the second.
        devtools.send("HeapProfiler.collectGarbage");
        devtools.send("HeapProfiler.collectGarbage");
        double heap = devtools.send("Runtime.getHeapUsage").get("usedSize").getAsDouble();
        var counters = devtools.send("Memory.getDOMCounters");
        var before = total;
        total = work();
        return new Cost(
                heap / 1024,
                new Nodes(
                        counters.get("nodes").getAsInt(),
                        ((Number) page.page().evaluate(SHOWN)).intValue(),
                        counters.get("jsEventListeners").getAsInt()),
                drawn(),
                total.since(before));
    }

    private Drawn drawn() {
        var all = ((List<?>) page.page().evaluate("() => watched()"))
                .stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
        return new Drawn((int) all[0], all[1], all[2], all[3]);
    }

    private Work work() {
        var metrics = new HashMap<String, Double>();
        for (var metric : devtools.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            var pair = metric.getAsJsonObject();
            metrics.put(pair.get("name").getAsString(), pair.get("value").getAsDouble());
        }
        return new Work(
                metrics.get("TaskDuration"),
                metrics.get("ScriptDuration"),
                metrics.get("RecalcStyleDuration"),
                metrics.get("LayoutDuration"));
    }

    @Override
    public void close() {
        page.close();
    }
}
