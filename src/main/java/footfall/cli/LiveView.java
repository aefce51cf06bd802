package footfall.cli;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.run.Running;
import footfall.screen.Board;
import footfall.screen.KeyPress;
import footfall.screen.LiveScreen;
import footfall.screen.Notices;
import footfall.screen.Page;
import footfall.screen.RecentEvents;
import footfall.screen.RecentEvents.LineRate;
import footfall.screen.ViewState;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import footfall.view.Readiness;
import footfall.view.Views;
import footfall.view.Views.Change;
import java.io.File;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jline.utils.AttributedString;

/**
 * Shows a running process on a terminal until the user quits. Redraws after changes, at most ten times a
 * second, and once a second while clocks are running. Everything except keys and signals runs on one
 * thread.
 */
final class LiveView {
    private static final long BETWEEN_DRAWS_MS = 100;
    private static final long CLOCK_MS = 1_000;
    /** The longest delay of a closed turn when there is no load. */
    private static final Duration NEWS_MARGIN = Duration.ofMinutes(1);

    private static final int OPEN_MAX = 200;

    private final Running running;
    private final Clock clock;
    private final LiveTerminal terminal;
    private final RecentEvents recent;
    private final Notices notices;
    private final LineRate rate = new LineRate();
    private final ChangeQueue changes =
            new ChangeQueue(change -> change instanceof Change.Closed || change instanceof Change.Alerted);
    private final DashboardKey dashboard;
    private final ViewTexts texts;
    private volatile boolean isResized;
    private volatile boolean isToStop;
    private ViewState state = ViewState.FIRST;
    private Board board;
    private Turn opened;

    LiveView(Running running, Settings settings, Console console, LiveTerminal terminal) {
        this.running = running;
        this.recent = new RecentEvents(settings.get(SettingKeys.IDLE_TIMEOUT).plus(NEWS_MARGIN));
        this.notices = new Notices(settings.get(SettingKeys.NOTIFY_LEVEL));
        this.clock = console.clock();
        this.terminal = terminal;
        this.texts = new ViewTexts(running.texts(), changes::wake);
        var browser = Browser.of(console.environment().variables(), System.getProperty("os.name"));
        this.dashboard = new DashboardKey(running.dashboard(), running.ownerLink(), browser, changes::wake);
    }

    /** Blocks until the user quits or {@link #stop} is called; throws the failure that ended the run. */
    void show() throws Exception {
        var listening = running.views().listen(changes);
        try (var keyboard = terminal.keyboard(changes::wake).start()) {
            terminal.listen(this::resized, this::stop);
            running.end().thenAccept(why -> changes.wake());
            long drawn = 0;
            while (state.mode() != ViewState.Mode.QUIT && !isToStop) {
                draw(clock.instant());
                drawn = clock.millis();
                changes.await(CLOCK_MS);
                keyboard.drain(this::pressed);
                long early = drawn + BETWEEN_DRAWS_MS - clock.millis();
                if (early > 0 && state.mode() != ViewState.Mode.QUIT) {
                    Thread.sleep(Math.min(early, BETWEEN_DRAWS_MS));
                }
                keyboard.drain(this::pressed);
                ended();
            }
        } finally {
            listening.close();
            texts.close();
        }
    }

    private void pressed(KeyPress press) {
        if (state.isForDashboard(press)) {
            dashboard.pressed(state.opened());
        } else {
            dashboard.forget();
            state = state.pressed(press, board);
        }
    }

    private void ended() throws Exception {
        var why = running.end().toCompletableFuture().getNow(null);
        if (why != null) {
            throw why;
        }
    }

    /** Thread-safe. */
    void stop() {
        isToStop = true;
        changes.wake();
    }

    private void resized() {
        isResized = true;
        changes.wake();
    }

    private void draw(Instant now) {
        if (isResized) {
            isResized = false;
            terminal.resize();
        }
        changes.drain(change -> {
            recent.accept(change, now);
            notices.accept(change);
        });
        notices.next().ifPresent(terminal::notice);
        if (board == null || !state.isPaused()) {
            board = board(now);
        }
        terminal.draw(LiveScreen.noted(lines(now), dashboard.words(), terminal.size()));
    }

    private List<AttributedString> lines(Instant now) {
        var size = terminal.size();
        var page = switch (state.mode()) {
            case TURN -> opened(now, size);
            case HELP -> Page.help(size);
            case BOARD, FILTER, QUIT -> null;
        };
        if (page == null) {
            return LiveScreen.of(board, state, size, now);
        }
        state = state.scrolledAtMost(page.scrollMax(size));
        return page.on(size, state.scroll());
    }

    private Page opened(Instant now, Page.ScreenSize size) {
        var stored = stored(state.opened());
        return Page.opened(board, state, stored, stored.flatMap(turn -> texts.of(turn, now.toEpochMilli())), size);
    }

    /** The stored turn, or the one that was stored when it was opened. */
    private Optional<Turn> stored(String id) {
        if (id != null) {
            opened = running.views().turn(id).orElse(opened);
        }
        return Optional.ofNullable(opened).filter(turn -> turn.id().turnId().equals(id));
    }

    /** {@code up} is known by the address that a person opens. */
    private String title() {
        return running.hasShipper()
                ? running.dashboard().map(url -> "up at " + url).orElse(running.title())
                : running.title();
    }

    private Board board(Instant now) {
        var views = running.views();
        var progress = views.progress();
        long processed = progress.stream().mapToLong(one -> one.processed()).sum();
        var counts = new Board.Counts(
                recent.closedCount(),
                recent.copies(),
                recent.raisedCount(),
                recent.closedInAMinute(now),
                rate.at(processed, now),
                changes.unseen());
        var open = views.openTurns(OPEN_MAX);
        var readiness = views.readiness();
        var shipped = running.shipped();
        boolean isBehind = readiness.state() != Readiness.State.CURRENT || shipped.bytesBehind() > 0;
        var shown = Stream.concat(
                open.turns().stream().map(OpenTurn::turnId),
                recent.closed().stream().map(seen -> seen.what().id().turnId()));
        return new Board(
                title(),
                ZoneId.systemDefault(),
                running.hasShipper(),
                open,
                recent.closed(),
                recent.alerts(),
                texts.beginnings(isBehind ? Stream.empty() : shown, views::turn, now.toEpochMilli()),
                texts.lastCalls(isBehind ? List.of() : open.turns(), views::turn, now.toEpochMilli()),
                counts,
                progress,
                readiness,
                shipped,
                running.notice()
                        .map(notice -> List.of(notice.what(), notice.next()))
                        .orElse(List.of()));
    }

    /**
     * What the key {@code o} of the live view does: opens the dashboard in the browser, or says its address. The words
     * stay until the next key.
     */
    static final class DashboardKey {
        private final String url;
        private final String ownerLink;
        private final Browser browser;
        private final Runnable changed;
        private volatile String words = "";

        /**
         * {@code ownerLink} is only shown, because other users of the machine can read the arguments of the program
         * that opens the browser. {@code changed} runs when the words have changed, on any thread.
         */
        DashboardKey(Optional<String> url, Optional<String> ownerLink, Optional<Browser> browser, Runnable changed) {
            this.url = url.orElse(null);
            this.ownerLink = ownerLink.orElse(null);
            this.browser = browser.orElse(null);
            this.changed = changed;
        }

        /** {@code turn} is the ID of the turn whose page is open in the view; null for none. */
        void pressed(String turn) {
            if (url == null) {
                words = "this process serves no dashboard; set serve = \"on\"";
                return;
            }
            words = ownerLink == null ? "dashboard: " + url + "/" : "dashboard with prompts: " + ownerLink;
            if (browser != null) {
                browser.open(turn == null ? url + "/" : url + "/#/turn/" + encoded(turn))
                        .thenAccept(this::ended);
            }
        }

        private void ended(boolean isOpened) {
            if (isOpened && !words.isEmpty()) {
                words = ownerLink == null
                        ? "opened in the browser: " + url + "/"
                        : "opened; with prompts: " + ownerLink;
                changed.run();
            }
        }

        private static String encoded(String id) {
            return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
        }

        /** Another key was pressed. */
        void forget() {
            words = "";
        }

        /** What the user should know; usually empty. */
        String words() {
            return words;
        }
    }

    /**
     * The browser of the user, opened by the program that the desktop has for this. At most {@code RUNNING_MAX} of
     * these programs run at once, because some of them run as long as the browser.
     */
    static final class Browser {
        private static final int RUNNING_MAX = 4;

        private final Path program;
        private final AtomicInteger running = new AtomicInteger();

        private Browser(Path program) {
            this.program = program;
        }

        /**
         * Empty without a desktop: on a terminal alone, {@code xdg-open} would start a browser in the terminal. {@code
         * system} is the name of the operating system.
         */
        static Optional<Browser> of(Map<String, String> variables, String system) {
            boolean isMac = system.startsWith("Mac");
            boolean hasDesktop =
                    List.of("DISPLAY", "WAYLAND_DISPLAY").stream().anyMatch(name -> isSet(variables, name));
            return isMac || hasDesktop
                    ? in(variables, isMac ? "open" : "xdg-open").map(Browser::new)
                    : Optional.empty();
        }

        private static boolean isSet(Map<String, String> variables, String name) {
            return !variables.getOrDefault(name, "").isEmpty();
        }

        private static Optional<Path> in(Map<String, String> variables, String program) {
            return Arrays.stream(variables.getOrDefault("PATH", "").split(File.pathSeparator))
                    .filter(folder -> !folder.isEmpty())
                    .map(folder -> Path.of(folder, program))
                    .filter(Files::isExecutable)
                    .findFirst();
        }

        /** Whether the program ended without an error. Completes when it ends; at once if it does not start. */
        CompletionStage<Boolean> open(String url) {
            if (running.incrementAndGet() > RUNNING_MAX) {
                running.decrementAndGet();
                return CompletableFuture.completedFuture(false);
            }
            try {
                var process = new ProcessBuilder(program.toString(), url)
                        .redirectInput(new File("/dev/null"))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return process.onExit().thenApply(ended -> {
                    running.decrementAndGet();
                    return ended.exitValue() == 0;
                });
            } catch (IOException notStarted) {
                running.decrementAndGet();
                return CompletableFuture.completedFuture(false);
            }
        }
    }

    /**
     * A bounded queue of changes between the threads that produce them and the display thread. Holds at most
     * {@code HELD_MAX}; further ones are only counted. Any change wakes the waiting thread, including one that
     * is not queued.
     */
    static final class ChangeQueue implements Views.Listener {
        private static final int HELD_MAX = 50_000;

        private final BlockingQueue<Change> held = new ArrayBlockingQueue<>(HELD_MAX);
        private final Semaphore bell = new Semaphore(0);
        private final AtomicLong unseen = new AtomicLong();
        private final Predicate<Change> kept;

        /** {@code kept}: which changes are queued. */
        ChangeQueue(Predicate<Change> kept) {
            this.kept = kept;
        }

        @Override
        public void changed(Change change) {
            if (kept.test(change) && !held.offer(change)) {
                unseen.incrementAndGet();
            }
            wake();
        }

        void wake() {
            if (bell.availablePermits() == 0) {
                bell.release();
            }
        }

        /** Waits until a change occurs, at most for the given time. */
        void await(long millis) throws InterruptedException {
            if (bell.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
                bell.drainPermits();
            }
        }

        /** Passes on the queued changes and removes them. */
        void drain(Consumer<Change> consumer) {
            for (int i = held.size(); i > 0; i--) {
                consumer.accept(held.remove());
            }
        }

        /** The number of changes that were dropped because the queue was full. */
        long unseen() {
            return unseen.get();
        }
    }
}
