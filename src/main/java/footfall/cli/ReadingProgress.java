package footfall.cli;

import footfall.report.FileTurns;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on stderr, on a terminal only, and only once the work has taken a second. */
final class ReadingProgress implements FileTurns.Progress, AutoCloseable {
  private static final long PATIENCE_MS = 1_000;
  private static final int WIDTH = 79;

  private final Console console;
  private final String task;
  private final long startedMs;
  private long total;
  private long done;
  private ProgressBar bar;

  ReadingProgress(Console console) {
    this(console, "reading");
  }

  /** {@code task}: what is done, in a word. */
  ReadingProgress(Console console, String task) {
    this.console = console;
    this.task = task;
    this.startedMs = console.clock().millis();
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
      bar =
          new ProgressBarBuilder()
              .setTaskName(task)
              .setInitialMax(total)
              .setUnit(" MB", 1_000_000)
              .setStyle(ProgressBarStyle.ASCII)
              .setConsumer(new ConsoleProgressBarConsumer(console.err(), width()))
              .clearDisplayOnFinish()
              .build();
      bar.stepTo(done);
    }
  }

  /** A bar that the terminal breaks is not cleared whole. */
  private static int width() {
    return Math.min(WIDTH, ScreenWidth.of(WIDTH + 1) - 1);
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
