package footfall.screen;

import footfall.alert.Alert;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How a person looks at the board: what is filtered, whether it stands still, which turn is chosen, whose
 * timeline is open and how far down. A key makes another look; what a look shows is a function of the board.
 */
public record Look(Mode mode, String filter, boolean isPaused, String chosen, int scroll) {
  private static final int FILTER_MAX = 60;
  private static final int PAGE = 10;

  public static final Look FIRST = new Look(Mode.BOARD, "", false, null, 0);

  /** What has the screen and the keys. */
  public enum Mode {
    BOARD, FILTER, TIMELINE, QUIT
  }

  /** What the look becomes by a key, over a board. */
  public Look pressed(Press press, Board board) {
    return switch (mode) {
      case BOARD -> onBoard(press, board);
      case FILTER -> inFilter(press);
      case TIMELINE -> onTimeline(press);
      case QUIT -> this;
    };
  }

  private Look onBoard(Press press, Board board) {
    if (press.is('q')) {
      return in(Mode.QUIT);
    } else if (press.is('p') || press.is(' ')) {
      return new Look(mode, filter, !isPaused, chosen, scroll);
    } else if (press.is('/')) {
      return in(Mode.FILTER);
    } else if (press.key() == Press.Key.ESCAPE) {
      return filtered("");
    } else if (press.key() == Press.Key.ENTER) {
      var turn = chosenIn(board);
      return turn == null ? this : new Look(Mode.TIMELINE, filter, isPaused, turn, 0);
    }
    int step = step(press);
    return step == 0 ? this : choosing(board, step);
  }

  private static int step(Press press) {
    return switch (press.key()) {
      case UP -> -1;
      case DOWN -> 1;
      case PAGE_UP -> -PAGE;
      case PAGE_DOWN -> PAGE;
      case TEXT -> press.is('k') ? -1 : press.is('j') ? 1 : 0;
      case ENTER, ESCAPE, BACKSPACE -> 0;
    };
  }

  private Look inFilter(Press press) {
    return switch (press.key()) {
      case ENTER -> in(Mode.BOARD);
      case ESCAPE -> new Look(Mode.BOARD, "", isPaused, chosen, scroll);
      case BACKSPACE -> filter.isEmpty()
          ? in(Mode.BOARD)
          : filtered(filter.substring(0, filter.offsetByCodePoints(filter.length(), -1)));
      case TEXT -> filter.length() < FILTER_MAX ? filtered(filter + Character.toString(press.character()))
          : this;
      case UP, DOWN, PAGE_UP, PAGE_DOWN -> this;
    };
  }

  private Look onTimeline(Press press) {
    if (press.is('q') || press.key() == Press.Key.ESCAPE || press.key() == Press.Key.ENTER
        || press.key() == Press.Key.BACKSPACE) {
      return new Look(Mode.BOARD, filter, isPaused, chosen, 0);
    }
    return new Look(mode, filter, isPaused, chosen, Math.max(0, scroll + step(press)));
  }

  private Look in(Mode other) {
    return new Look(other, filter, isPaused, chosen, scroll);
  }

  private Look filtered(String text) {
    return new Look(mode, text, isPaused, chosen, scroll);
  }

  private Look choosing(Board board, int step) {
    var ids = ids(board);
    if (ids.isEmpty()) {
      return this;
    }
    int now = ids.indexOf(chosenIn(board));
    int next = Math.max(0, Math.min(ids.size() - 1, now + step));
    return new Look(mode, filter, isPaused, ids.get(next), scroll);
  }

  /** The turn that is chosen: the one that a person chose while it is listed, else the first. */
  String chosenIn(Board board) {
    var ids = ids(board);
    return ids.contains(chosen) ? chosen : ids.isEmpty() ? null : ids.get(0);
  }

  private List<String> ids(Board board) {
    return Stream.concat(open(board).stream().map(OpenTurn::turnId), closed(board).stream().map(seen -> seen
        .what().turnId())).distinct().toList();
  }

  List<OpenTurn> open(Board board) {
    return board.open().turns().stream().filter(one -> admits(one.turnId(), one.project(), one.host(), one
        .user(), one.pattern())).toList();
  }

  List<Recent.Seen<Turn>> closed(Board board) {
    return board.closed().stream().filter(seen -> {
      var turn = seen.what();
      return admits(turn.turnId(), turn.project(), turn.host(), turn.user(), turn.pattern());
    }).toList();
  }

  List<Recent.Seen<Alert>> alerts(Board board) {
    return board.alerts().stream().filter(seen -> {
      var alert = seen.what();
      return admits(alert.alertId(), alert.project(), alert.host(), alert.user(), alert.patternSoFar());
    }).toList();
  }

  private boolean admits(String... words) {
    var wanted = filter.toLowerCase(Locale.ROOT);
    return Stream.of(words).anyMatch(word -> word != null && word.toLowerCase(Locale.ROOT).contains(wanted));
  }
}
