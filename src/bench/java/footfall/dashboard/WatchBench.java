package footfall.dashboard;

import footfall.testkit.Chromium;
import footfall.testkit.Folders;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The views of what happens now, open for half an hour while agents write transcripts that become 200 events a second:
 * the memory of each page after garbage collections, minute by minute, and whether it grows. The transcripts go through
 * {@code up}, which runs in this process.
 */
public final class WatchBench implements AutoCloseable {
    private static final int EVENTS_A_SECOND = 200;
    private static final int AGENTS = 120;
    private static final int MINUTES = 30;
    private static final int TICK_MS = 50;
    /** How often someone reads the new turns in the list. */
    private static final int REREAD_MINUTES = 5;

    private static final int WARM_UP_MINUTES_MAX = 5;
    /** A growth of less than this share over the whole run is none. */
    private static final double FLAT_SHARE = 0.02;

    private final ServedHome home;
    private final CountedEvents events;
    private final List<WatchedPage> pages = new ArrayList<>();
    private final Map<String, Trend> kept = new LinkedHashMap<>();
    private final BusyAgents agents = new BusyAgents(AGENTS);
    private long lines;
    private double elapsed;
    private double waiting;

    private WatchBench(ServedHome home, Chromium chromium) throws Exception {
        this.home = home;
        events = CountedEvents.of(home.url());
        for (var view : List.of("now", "turns")) {
            pages.add(new WatchedPage(chromium, home, view));
        }
    }

    /** How many minutes. */
    public static void main(String[] arguments) throws Exception {
        int minutes = arguments.length == 0 ? MINUTES : Integer.parseInt(arguments[0]);
        var folder = Files.createTempDirectory("watch-bench");
        try (var home = ServedHome.ofNothing(folder);
                var chromium = Chromium.start();
                var bench = new WatchBench(home, chromium)) {
            System.out.printf("each minute, after garbage collections; load of the machine in brackets%n");
            int warmUp = Math.min(WARM_UP_MINUTES_MAX, minutes / 3);
            for (int minute = 1; minute <= minutes; minute++) {
                bench.minute(minute, minute > warmUp);
            }
            bench.verdicts(minutes - warmUp);
        } finally {
            Folders.delete(folder);
        }
        System.exit(0);
    }

    private void minute(int minute, boolean isCounted) throws Exception {
        long before = events.all();
        long began = System.nanoTime();
        double seconds = 0;
        while (seconds < 60) {
            Thread.sleep(TICK_MS);
            double now = (System.nanoTime() - began) / 1e9;
            write(now - seconds);
            seconds = now;
        }
        long seen = events.all() - before;
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        System.out.printf("minute %2d: %.0f events a second [%.1f]%n", minute, seen / seconds, load);
        for (var page : pages) {
            var cost = page.cost();
            print(page.view(), cost, seconds);
            add(page.view() + " heap in KB", cost.heapKb(), isCounted);
            add(page.view() + " nodes", cost.nodes().all(), isCounted);
        }
        if (minute % REREAD_MINUTES == 0) {
            pages.get(1).page().text("new turn").click();
        }
        double server = serverHeapKb();
        System.out.printf("  server heap %,7.0f KB%n", server);
        add("server heap in KB", server, isCounted);
    }

    private static void print(String view, WatchedPage.Cost cost, double seconds) {
        var work = cost.work();
        var drawn = cost.drawn();
        System.out.printf(
                "  %-6s heap %,7.0f KB, %,6d nodes (%,6d in the page), %,4d listeners; %4.1f %% of a processor"
                        + " (scripts %.1f, styles %.1f, layout %.1f), long tasks %4.1f %%%n",
                view,
                cost.heapKb(),
                cost.nodes().all(),
                cost.nodes().shown(),
                cost.nodes().listeners(),
                100 * work.all() / seconds,
                100 * work.scripts() / seconds,
                100 * work.styles() / seconds,
                100 * work.layout() / seconds,
                drawn.longTasksMs() / 10 / seconds);
        System.out.printf(
                "         drawn %.1f times a second, %.0f ms after the event, p99 %.0f ms%n",
                drawn.updates() / seconds, drawn.p50Ms(), drawn.p99Ms());
    }

    private void add(String what, double value, boolean isCounted) {
        if (isCounted) {
            kept.computeIfAbsent(what, name -> new Trend()).add(value);
        }
    }

    /** The lines of some seconds: as many as events are expected, and more while fewer came than were due. */
    private void write(double seconds) throws Exception {
        elapsed += seconds;
        double missing = elapsed * EVENTS_A_SECOND - events.all();
        waiting +=
                seconds * Math.max(0.5 * EVENTS_A_SECOND, Math.min(2 * EVENTS_A_SECOND, EVENTS_A_SECOND + missing / 5));
        for (; waiting >= 1; waiting--) {
            var written = agents.next();
            home.append(written.session(), written.line());
            lines++;
        }
    }

    private static double serverHeapKb() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024.0;
    }

    private void verdicts(int minutes) {
        System.out.printf("%,d lines, events by type: %s%n", lines, events.byType());
        kept.forEach((what, trend) -> {
            double least = trend.slope() - 2 * trend.error();
            boolean isFlat = least * minutes < FLAT_SHARE * trend.mean();
            System.out.printf(
                    "%-18s %,8.0f, slope %+.1f ± %.1f a minute (2 standard errors), %+.1f %% in %d minutes: %s%n",
                    what,
                    trend.mean(),
                    trend.slope(),
                    2 * trend.error(),
                    100 * trend.slope() * minutes / trend.mean(),
                    minutes,
                    isFlat ? "flat" : "GROWS");
        });
        pages.forEach(page -> page.page().assertNoProblem());
    }

    @Override
    public void close() {
        events.close();
        pages.forEach(WatchedPage::close);
    }
}
