package footfall.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** One line of a terminal that is written again and again, and erased at the end. It never wraps. */
final class StatusLine implements ProgressBarConsumer {
  private final PrintStream out;
  private final int width;

  /** {@code width}: less than the terminal has, since some terminals wrap after the last column. */
  StatusLine(PrintStream out, int width) {
    this.out = out;
    this.width = Math.max(1, width);
  }

  @Override
  public int getMaxRenderedLength() { return width; }

  @Override
  public void accept(String text) {
    out.print("\r" + text.substring(0, Math.min(width, text.length())));
    out.flush();
  }

  /** Leaves the cursor at the beginning of an empty line. */
  void erase() {
    out.print("\r" + " ".repeat(width) + "\r");
    out.flush();
  }

  @Override
  public void close() {
    // The stream belongs to the console.
  }
}
