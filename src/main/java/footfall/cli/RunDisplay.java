package footfall.cli;

import footfall.alert.Alert;
import footfall.config.Settings;
import footfall.run.Running;
import footfall.screen.ChangeLine;
import footfall.screen.CountWords;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import footfall.view.Shipped;
import footfall.view.Views.Change;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** Shows a running process: as a live view on a terminal, else as lines. */
record RunDisplay(Console console, Settings settings, boolean noView, boolean json, boolean noChanges) {

    /** Returns the exit code; throws the failure that ended the run. */
    int until(Running running) throws Exception {
        running.url().ifPresent(url -> console.say("the dashboard, the API, metrics and health at " + url));
        sayOwnerLink(running);
        var terminal = noView || json || noChanges || !console.isScreen()
                ? null
                : LiveTerminal.open(console.isColoured()).orElse(null);
        if (terminal == null) {
            return lines(running);
        }
        try (terminal) {
            var view = new LiveView(running, settings, console, terminal);
            var stop = StopSignal.armed(view::stop);
            try {
                view.show();
            } finally {
                terminal.close();
                running.close();
                stop.close();
            }
        }
        return ExitCodes.OK;
    }

    /** On a terminal only: what is written to a file or a journal may have other readers. */
    private void sayOwnerLink(Running running) throws IOException {
        var link = running.ownerLink();
        if (console.isScreen() && !json && link.isPresent()) {
            var line = "the dashboard with prompts, commands and files, for you alone: " + link.get() + "\n";
            console.out().write(line.getBytes(StandardCharsets.UTF_8));
            console.out().flush();
        }
    }

    private int lines(Running running) throws Exception {
        var lines = new EventLines(console, json, !noChanges, running);
        var stop = StopSignal.armed(lines::stop);
        try {
            lines.run();
        } finally {
            running.close();
            stop.close();
        }
        return ExitCodes.OK;
    }

    /** Prints changes to stdout, one per line, until the process is stopped. */
    static final class EventLines {
        private static final long TROUBLES_MS = 1_000;

        private final Console console;
        private final boolean json;
        private final Running running;
        private final LiveView.ChangeQueue changes;
        private volatile boolean isToStop;
        private long unseen;
        private Optional<Running.Notice> notice = Optional.empty();

        /** {@code hasChanges}: prints them; otherwise messages only. */
        EventLines(Console console, boolean json, boolean hasChanges, Running running) {
            this.changes = queue(hasChanges);
            this.console = console;
            this.json = json;
            this.running = running;
        }

        /** One line of {@code --json}; absent fields are omitted. */
        record Event(Instant at, String event, OpenTurn open, Turn turn, Alert alert) {}

        static LiveView.ChangeQueue queue(boolean hasChanges) {
            return new LiveView.ChangeQueue(change -> hasChanges && !(change instanceof Change.Moved));
        }

        /** Thread-safe. */
        void stop() {
            isToStop = true;
            changes.wake();
        }

        /** Blocks until stopped; throws the failure that ended the run. */
        void run() throws Exception {
            var out = new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8));
            var listening = running.views().listen(changes);
            running.end().thenAccept(why -> changes.wake());
            var problems = new ReadProblems(console, running.hasShipper());
            try {
                console.say(running.title() + "; Ctrl-C stops it");
                while (!isToStop) {
                    problems.say(running.shipped());
                    sayNotice();
                    changes.await(TROUBLES_MS);
                    write(out);
                    var why = running.end().toCompletableFuture().getNow(null);
                    if (why != null) {
                        throw why;
                    }
                }
                write(out);
            } finally {
                listening.close();
            }
        }

        /** Prints the notice when it changed, and that it ended unless another one follows. */
        void sayNotice() {
            var now = running.notice();
            if (now.isPresent() && !now.equals(notice)) {
                console.say(now.get().what() + "; " + now.get().next() + "; Ctrl-C stops it");
            } else if (now.isEmpty()) {
                notice.map(Running.Notice::ended).ifPresent(console::say);
            }
            notice = now;
        }

        private void write(Writer out) throws IOException {
            var lines = new StringBuilder();
            var now = console.clock().instant().truncatedTo(ChronoUnit.MILLIS);
            changes.drain(change -> lines.append(line(change, now)));
            out.append(lines);
            out.flush();
            if (changes.unseen() > unseen) {
                console.say(CountWords.of(changes.unseen() - unseen, "change") + " skipped: they arrived faster "
                        + "than they can be printed");
                unseen = changes.unseen();
            }
        }

        private String line(Change change, Instant now) {
            var event = event(change, now);
            if (event == null) {
                return "";
            }
            return (json ? JsonOut.shown(console, JsonOut.text(event)) : plain(event)) + "\n";
        }

        /** Null for an open turn that was discarded. */
        private Event event(Change change, Instant now) {
            if (change instanceof Change.Closed closed) {
                return new Event(now, "closed", null, closed.turn(), null);
            } else if (change instanceof Change.Alerted alerted) {
                return new Event(now, alerted.alert().state().word(), null, null, alerted.alert());
            }
            var open = running.views().openTurn(((Change.Grown) change).trail());
            return open.map(turn -> new Event(now, turn.length() == 0 ? "opened" : "grown", turn, null, null))
                    .orElse(null);
        }

        private static String plain(Event event) {
            return event.open != null
                    ? ChangeLine.of(event.open, event.at)
                    : event.turn != null ? ChangeLine.of(event.turn, event.at) : ChangeLine.of(event.alert, event.at);
        }
    }

    /** How a running process is displayed. */
    static final class Options {
        @Option(
                names = "--no-view",
                description = "Print one line per change instead of the live view; the default without a terminal.")
        private boolean noView;

        @Option(names = "--json", description = "Print one JSON object per change, one per line.")
        private boolean json;

        @Option(
                names = "--no-changes",
                description = "Print messages only, no changes: for a service, whose log others may read.")
        private boolean noChanges;

        RunDisplay display(Console console, Settings settings) {
            return new RunDisplay(console, settings, noView, json, noChanges);
        }
    }

    /** Reports unreadable files and empty homes on stderr, each once. */
    static final class ReadProblems {
        private static final int SAID_MAX = 1_000;

        private final Console console;
        private final boolean hasShipper;
        private final Set<String> said = new HashSet<>();

        ReadProblems(Console console, boolean hasShipper) {
            this.console = console;
            this.hasShipper = hasShipper;
        }

        void say(Shipped shipped) {
            if (hasShipper && shipped.files() == 0 && shipped.isSearched()) {
                once("no transcripts yet in " + String.join(", ", shipped.places()) + "; waiting");
            }
            shipped.problems().forEach(this::once);
        }

        void once(String problem) {
            if (said.size() < SAID_MAX && said.add(problem)) {
                console.say(problem);
            }
        }
    }

    /**
     * Notifies a running command that the process is ending (SIGTERM, Ctrl-C), and delays the exit until the
     * command has stopped, for at most {@code STOP_MAX}.
     */
    static final class StopSignal implements AutoCloseable {
        private static final Duration STOP_MAX = Duration.ofMillis(4_800);

        private final CountDownLatch stopped = new CountDownLatch(1);
        private final Runnable onStop;
        private final Thread hook = new Thread(this::end, "footfall-stop");
        private volatile boolean isAsked;

        private StopSignal(Runnable onStop) {
            this.onStop = onStop;
        }

        /** {@code onStop} runs once, on another thread, when the process is ending. */
        static StopSignal armed(Runnable onStop) {
            var signal = new StopSignal(onStop);
            Runtime.getRuntime().addShutdownHook(signal.hook);
            return signal;
        }

        private void end() {
            isAsked = true;
            onStop.run();
            try {
                stopped.await(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            stopped.countDown();
            if (!isAsked) {
                try {
                    Runtime.getRuntime().removeShutdownHook(hook);
                } catch (IllegalStateException ending) {
                    // The process is already ending, and the hook returns at once.
                }
            }
        }
    }
}
