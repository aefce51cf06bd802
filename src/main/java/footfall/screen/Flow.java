package footfall.screen;

import footfall.view.Readiness;
import java.util.Locale;
import org.jline.utils.AttributedString;

/** The line about what flows: files, what waits, how fast. */
final class Flow {
  private Flow() {}

  static AttributedString line(Board board, Strip line) {
    var pieces = new Pieces();
    if (board.hasShipper()) {
      var shipped = board.shipped();
      pieces.add(5, Counted.of(shipped.files(), "file"));
      pieces.add(3, Ink.WARNING, shipped.bytesBehind() > 0 ? bytes(shipped.bytesBehind()) + " to read" : "");
      pieces.add(2, Ink.BAD, shipped.unreadable() > 0 ? Counted.number(shipped.unreadable()) + " unreadable"
          : "");
      pieces.add(6, Ink.WARNING, shipped.rejected() > 0 ? Counted.number(shipped.rejected()) + " rejected"
          : "");
    }
    pieces.add(7, Counted.of(board.processed(), "line"));
    pieces.add(1, isCurrent(board) ? Ink.PLAIN : Ink.WARNING, lag(board));
    pieces.add(10, board.slowest().isEmpty() ? "" : "(partition " + board.slowest() + ")");
    pieces.add(9, Counted.of(Math.round(board.counts().linesASecond()), "line") + "/s");
    pieces.add(8, Counted.of(board.counts().closedInAMinute(), "turn") + "/min");
    pieces.add(4, Ink.WARNING, board.counts().unseen() == 0 ? "" : Counted.of(board.counts().unseen(),
        "change") + " not shown");
    return pieces.on(line).done();
  }

  private static boolean isCurrent(Board board) {
    return board.readiness().state() == Readiness.State.CURRENT;
  }

  /** Of no lag is told only what is known to be so. */
  private static String lag(Board board) {
    long left = board.readiness().left();
    return switch (board.readiness().state()) {
      case STARTING -> "starting";
      case STOPPED -> "stopped";
      case RESTORING -> "restoring " + Counted.number(left);
      case CATCHING_UP, CURRENT -> "lag " + (left == Readiness.UNKNOWN ? "-" : Counted.number(left));
    };
  }

  static String bytes(long value) {
    return value < 1_000 ? value + " B" : value < 1_000_000
        ? String.format(Locale.ROOT, "%.1f KB", value / 1e3)
        : String.format(Locale.ROOT, "%,.1f MB", value / 1e6);
  }
}
