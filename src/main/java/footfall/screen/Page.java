package footfall.screen;

import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.utils.AttributedString;

/** What is shown instead of the board until somebody goes back: a turn, or the help. It scrolls. */
public final class Page {
  private static final int INDENT = 2;

  private final List<AttributedString> all;

  private Page(List<AttributedString> all) {
    this.all = List.copyOf(all);
  }

  /** Keys and marks. */
  public static Page help(ScreenSize size) {
    return new Page(Help.lines(size.columns()));
  }

  /**
   * The turn that a look has opened: {@code stored} as the stores know it. One that they no longer have is
   * shown as the board has it; where the board has none either, the page says why there is nothing.
   */
  public static Page opened(Board board, ViewState look, Optional<Turn> stored, ScreenSize size) {
    var id = look.opened();
    boolean isOpen = board.open().turns().stream().anyMatch(turn -> turn.turnId().equals(id));
    var turn = stored.or(() -> board.closed().stream().map(RecentEvents.Seen::what).filter(one -> one.id()
        .turnId()
        .equals(id)).findFirst());
    if (turn.isEmpty()) {
      return missing(id, size);
    }
    return new Page(isOpen ? Timeline.ofOpen(turn.get(), size.columns()) : Timeline.of(turn.get(), size
        .columns()));
  }

  private static Page missing(String id, ScreenSize size) {
    var lines = new ArrayList<AttributedString>();
    if (id == null) {
      say("An outage has no turn of its own: it counts the failures of one tool or MCP server in all "
          + "sessions.", size, lines);
    } else {
      say("Turn " + id + " is not available.", size, lines);
      say("A turn is deleted when it is older than tally_retention. It is unavailable while its partition "
          + "moves to another process.", size, lines);
    }
    return new Page(lines);
  }

  private static void say(String words, ScreenSize size, List<AttributedString> lines) {
    lines.add(AttributedString.EMPTY);
    for (var line : Wrapped.of(SafeText.of(words), size.columns() - INDENT)) {
      lines.add(new ScreenLine(size.columns()).gap(INDENT).plain(line).done());
    }
  }

  /** How far down it can be scrolled. */
  public int scrollMax(ScreenSize size) {
    return Math.max(0, all.size() - (size.rows() - 1));
  }

  /** As a screen, with the keys in its last row. */
  public List<AttributedString> on(ScreenSize size, int scroll) {
    int rows = size.rows() - 1;
    int first = Math.min(scroll, scrollMax(size));
    var lines = new ArrayList<AttributedString>();
    all.stream().skip(first).limit(rows).forEach(line -> lines.add(line.columnSubSequence(0, size
        .columns())));
    while (lines.size() < rows) {
      lines.add(AttributedString.EMPTY);
    }
    int below = Math.max(0, all.size() - first - rows);
    var keys = new LinePieces().add(1, "esc back").add(3, "↑↓ scroll").add(2, below > 0
        ? CountWords.of(below, "more line") + " below"
        : "");
    lines.add(keys.bar(TextStyle.CHOSEN, size.columns()));
    return List.copyOf(lines);
  }
}
