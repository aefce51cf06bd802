package footfall.cli;

import footfall.alert.Alert;
import footfall.config.Settings;
import footfall.run.Running;
import footfall.screen.ChangeLine;
import footfall.screen.CountWords;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import footfall.view.Views.Change;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Shows a running process: as a live view on a terminal, else as lines. */
record RunDisplay(Console console, Settings settings, boolean noView, boolean json) {

    /** Returns the exit code; throws the failure that ended the run. */
    int until(Running running) throws Exception {
        running.url().ifPresent(url -> console.say("the dashboard, the API, metrics and health at " + url));
        var terminal = noView || json || !console.isScreen()
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

    private int lines(Running running) throws Exception {
        var lines = new EventLines(console, json, running);
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
        private final ChangeQueue changes = new ChangeQueue(change -> !(change instanceof Change.Moved));
        private volatile boolean isToStop;
        private long unseen;
        private Optional<Running.Notice> notice = Optional.empty();

        EventLines(Console console, boolean json, Running running) {
            this.console = console;
            this.json = json;
            this.running = running;
        }

        /** One line of {@code --json}; absent fields are omitted. */
        record Event(Instant at, String event, OpenTurn open, Turn turn, Alert alert) {}

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

        /** Prints the notice when it changed. */
        private void sayNotice() {
            var now = running.notice();
            if (now.isPresent() && !now.equals(notice)) {
                console.say(now.get().what() + "; " + now.get().next() + "; Ctrl-C stops it");
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
}
