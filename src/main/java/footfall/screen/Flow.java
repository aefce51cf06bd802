package footfall.screen;

import footfall.view.Readiness;
import java.util.Locale;
import org.jline.utils.AttributedString;

/** The line about what flows: files, what waits, how fast. */
final class Flow {
  private Flow() {}

  static AttributedString line(Board board, Strip line) {
    if (board.hasShipper()) {
      var shipped = board.shipped();
      line.plain(number(shipped.files()) + (shipped.files() == 1 ? " file  " : " files  "));
      if (shipped.bytesBehind() > 0) {
        line.add(Ink.WARNING, bytes(shipped.bytesBehind()) + " to read  ");
      }
      if (shipped.unreadable() > 0) {
        line.add(Ink.BAD, shipped.unreadable() + " unreadable  ");
      }
      if (shipped.rejected() > 0) {
        line.add(Ink.WARNING, number(shipped.rejected()) + " rejected  ");
      }
    }
    line.plain(number(board.processed()) + " lines  ");
    line.add(isCurrent(board) ? Ink.PLAIN : Ink.WARNING, lag(board));
    line.plain(board.slowest().isEmpty() || line.room() < 60 ? "  " : " (partition " + board.slowest()
        + ")  ");
    line.plain(String.format(Locale.ROOT, "%.0f lines/s  ", board.counts().linesASecond()));
    line.plain(board.counts().closedInAMinute() + " turns/min");
    if (board.counts().unseen() > 0) {
      line.add(Ink.WARNING, "  " + number(board.counts().unseen()) + " changes not shown");
    }
    return line.done();
  }

  private static boolean isCurrent(Board board) {
    return board.readiness().state() == Readiness.State.CURRENT;
  }

  /** Of no lag is told only what is known to be so. */
  private static String lag(Board board) {
    long left = board.readiness().left();
    return switch (board.readiness().state()) {
      case STARTING -> "starting";
      case RESTORING -> "restoring " + number(left);
      case CATCHING_UP, CURRENT -> "lag " + (left == Readiness.UNKNOWN ? "-" : number(left));
    };
  }

  static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String bytes(long value) {
    return value < 1_000 ? value + " B" : value < 1_000_000
        ? String.format(Locale.ROOT, "%.1f KB", value / 1e3)
        : String.format(Locale.ROOT, "%,.1f MB", value / 1e6);
  }
}
