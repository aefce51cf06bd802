package footfall.screen;

import footfall.turn.Turn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/**
 * The live view: as many lines as the screen has rows, none wider than it. The same board, look, size and
 * instant give the same screen.
 */
public final class LiveScreen {
  private static final int HEAD_ROWS = 3;
  private static final int ALERTS_MAX = 5;
  private static final String FILTER = "filter: ";

  private final Board board;
  private final Look look;
  private final Size size;
  private final Instant now;
  private final List<AttributedString> lines = new ArrayList<>();

  private LiveScreen(Board board, Look look, Size size, Instant now) {
    this.board = board;
    this.look = look;
    this.size = size;
    this.now = now;
  }

  /** The board. */
  public static List<AttributedString> of(Board board, Look look, Size size, Instant now) {
    var screen = new LiveScreen(board, look, size, now);
    screen.head();
    screen.body();
    return screen.framed(screen.keys());
  }

  /** One turn's timeline instead, scrolled to its end at most. */
  public static List<AttributedString> of(Turn turn, boolean isOpen, Look look, Size size) {
    var all = isOpen ? Timeline.ofOpen(turn, size.columns()) : Timeline.of(turn, size.columns());
    var screen = new LiveScreen(null, look, size, null);
    int first = Math.min(look.scroll(), Math.max(0, all.size() - (size.rows() - 1)));
    all.stream().skip(first).limit(size.rows() - 1).forEach(line -> screen.lines.add(line.columnSubSequence(0,
        size.columns())));
    int below = all.size() - first - (size.rows() - 1);
    return screen.framed(new Pieces().add(1, "esc back").add(3, "↑↓ scroll").add(2, below > 0
        ? Counted.of(below, "more line", "more lines") + " below"
        : ""));
  }

  private List<AttributedString> framed(Pieces keys) {
    while (lines.size() > size.rows() - 1) {
      lines.remove(lines.size() - 1);
    }
    while (lines.size() < size.rows() - 1) {
      lines.add(AttributedString.EMPTY);
    }
    lines.add(keys.bar(Ink.CHOSEN, size.columns()));
    return List.copyOf(lines);
  }

  private Pieces keys() {
    return look.mode() == Look.Mode.FILTER
        ? new Pieces().add(1, FILTER + Cells.cutStart(Visible.of(look.filter()), size.columns() - FILTER
            .length()
            - 2) + "_").add(3, "enter keeps it").add(2, "esc drops it")
        : new Pieces().add(5, "↑↓ choose").add(2, "enter timeline").add(3, "/ filter").add(4, "p pause").add(
            1,
            "q quit");
  }

  private void head() {
    lines.add(first());
    lines.add(Flow.line(board, strip()));
    var rule = strip();
    if (!look.filter().isEmpty()) {
      rule.add(Ink.WARNING, "filter: ").told(Ink.WARNING, look.filter()).plain(" ");
    }
    var notice = new Pieces();
    for (var words : board.notice()) {
      notice.add(1, Ink.WARNING, Visible.of(words));
    }
    notice.on(rule);
    lines.add((board.notice().isEmpty() ? rule : rule.gap(1)).add(Ink.FAINT, "─".repeat(Math.max(0, rule
        .room()))).done());
  }

  /** What runs, and at the right edge how much; on a narrow screen the latter alone. */
  private AttributedString first() {
    var ink = look.isPaused() ? Ink.WARNING : Ink.PLAIN;
    var counts = new Pieces().add(1, ink, look.isPaused() ? "PAUSED" : "").add(2, ink, Counted.number(board
        .open()
        .count()) + " open").add(4, ink, Counted.number(board.counts().closed()) + " closed").add(3, ink,
            Counted
                .of(board.counts().raised(), "alert"));
    var title = strip().add(Ink.STRONG, "footfall").plain(" ").told(Ink.FAINT, board.title());
    int room = title.room() - counts.width();
    return room < 1 ? counts.on(strip()).done() : counts.on(title.gap(room)).done();
  }

  private void body() {
    var open = look.open(board);
    var closed = look.closed(board);
    var alerts = look.alerts(board);
    if (open.isEmpty() && closed.isEmpty() && alerts.isEmpty()) {
      Waiting.of(board, look, size, lines);
      return;
    }
    int rows = size.rows() - HEAD_ROWS - 1;
    int alertRows = alerts.isEmpty() ? 0 : Math.min(ALERTS_MAX, alerts.size()) + 1;
    alertRows = Math.min(alertRows, rows / 3);
    int openRows = Math.min(open.size() + 1, Math.max(2, closed.isEmpty() ? rows : (rows - alertRows) * 2
        / 3));
    var row = new TurnRows(look.chosenIn(board), size.columns(), now, board.zone());
    var title = open.isEmpty() ? row.noneTitle(Waiting.forOpenTurns(board)) : row.openTitle();
    section(openRows, title, open.stream().map(row::open).toList());
    section(alertRows, AlertRows.title(size.columns()), alerts.stream().map(seen -> AlertRows.of(seen,
        size.columns(), board.zone())).toList());
    section(rows - openRows - alertRows, row.closedTitle(), closed.stream().map(row::closed).toList());
  }

  /** A title and as many lines as there is room for, the last of which tells of those left out. */
  private void section(int rows, AttributedString title, List<AttributedString> all) {
    if (rows < (all.isEmpty() ? 1 : 2)) {
      return;
    }
    lines.add(title);
    if (all.size() <= rows - 1) {
      lines.addAll(all);
      return;
    }
    lines.addAll(all.subList(0, rows - 2));
    lines.add(strip().add(Ink.FAINT, "  and " + Counted.number(all.size() - rows + 2) + " more").done());
  }

  private Strip strip() {
    return new Strip(size.columns());
  }
}
