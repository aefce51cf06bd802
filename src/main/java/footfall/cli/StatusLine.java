package footfall.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** A terminal line that is overwritten, and erased at the end. It never wraps. */
final class StatusLine implements ProgressBarConsumer {
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
