package footfall.cli;

import footfall.run.OneShotRun;
import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on stderr, only on a terminal and only after one second. */
final class ReadingProgress implements OneShotRun.Progress, AutoCloseable {
    private static final long PATIENCE_MS = 1_000;
    private static final int WIDTH = 79;
    /** A narrower bar omits the remaining time. */
    private static final int WIDTH_FOR_REMAINING = 60;

    private final Console console;
    private final String task;
    private long startedMs;
    private long total;
    private long done;
    private ProgressBar bar;
    private StatusLine line;

    ReadingProgress(Console console) {
        this(console, "reading");
    }

    /** {@code task}: the word before the bar. */
    ReadingProgress(Console console, String task) {
        this.console = console;
        this.task = task;
        this.startedMs = console.clock().millis();
    }

    /** Says on a terminal what comes next; a bar that follows begins anew. */
    @Override
    public void stage(String what) {
        close();
        done = 0;
        startedMs = console.clock().millis();
        if (console.isErrScreen()) {
            console.say(what + " ...");
        }
    }

    @Override
    public void total(long bytes) {
        total = bytes;
        if (bar != null) {
            bar.maxHint(bytes);
        }
    }

    @Override
    public void read(long bytes) {
        done += bytes;
        if (bar != null) {
            bar.stepTo(done);
        } else if (console.isErrScreen() && console.clock().millis() - startedMs > PATIENCE_MS) {
            bar = started();
            bar.stepTo(done);
        }
    }

    private ProgressBar started() {
        line = new StatusLine(console.err(), Math.min(WIDTH, ScreenWidth.of(WIDTH + 1) - 1));
        var builder = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(" MB", 1_000_000)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(line);
        return (line.getMaxRenderedLength() < WIDTH_FOR_REMAINING ? builder.hideEta() : builder).build();
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            bar = null;
            // The library does not erase a bar that is closed before its first update.
            line.erase();
        }
    }

    /** A terminal line that is overwritten, and erased at the end. It never wraps. */
    private static final class StatusLine implements ProgressBarConsumer {
        private final PrintStream out;
        private final int width;

        /** {@code width}: less than the terminal's, since some terminals wrap after the last column. */
        StatusLine(PrintStream out, int width) {
            this.out = out;
            this.width = Math.max(1, width);
        }

        @Override
        public int getMaxRenderedLength() {
            return width;
        }

        @Override
        public void accept(String text) {
            out.print("\r" + text.substring(0, Math.min(width, text.length())));
            out.flush();
        }

        /** Leaves the cursor at the start of an empty line. */
        void erase() {
            out.print("\r" + " ".repeat(width) + "\r");
            out.flush();
        }

        @Override
        public void close() {
            // The console owns the stream.
        }
    }
}
