package footfall.screen;

/**
 * The user's view of the board: filter, pause, selected row, opened page ({@code opened} is its turn, null
 * for an outage or a budget) and scroll offset. Immutable; a key press gives a new state.
 */
public record ViewState(Mode mode, String filter, boolean isPaused, String chosen, String opened, int scroll) {
    private static final int FILTER_MAX = 60;
    private static final int PAGE = 10;
    /** Larger than any list or page. */
    private static final int ALL = 1_000_000;

    public static final ViewState FIRST = new ViewState(Mode.BOARD, "", false, null, null, 0);

    /** What is displayed and receives keys. */
    public enum Mode {
        BOARD,
        FILTER,
        TURN,
        HELP,
        QUIT
    }

    /** The state after a key press. */
    public ViewState pressed(KeyPress press, Board board) {
        return switch (mode) {
            case BOARD -> onBoard(press, board);
            case FILTER -> inFilter(press);
            case TURN, HELP -> onPage(press);
            case QUIT -> this;
        };
    }

    /** Whether the key is for the dashboard; in the filter it is a letter. */
    public boolean isForDashboard(KeyPress press) {
        return mode != Mode.FILTER && press.is('o');
    }

    /** The same, with the scroll offset limited to the page. */
    public ViewState scrolledAtMost(int most) {
        return scroll <= most ? this : new ViewState(mode, filter, isPaused, chosen, opened, most);
    }

    private ViewState onBoard(KeyPress press, Board board) {
        if (press.is('q')) {
            return in(Mode.QUIT);
        } else if (press.is('?')) {
            return in(Mode.HELP);
        } else if (press.is('p') || press.is(' ')) {
            return new ViewState(mode, filter, !isPaused, chosen, opened, scroll);
        } else if (press.is('/')) {
            return in(Mode.FILTER);
        } else if (press.key() == KeyPress.Key.ESCAPE) {
            return filtered("");
        } else if (press.key() == KeyPress.Key.ENTER) {
            return opening(BoardRows.of(board, filter));
        }
        int step = step(press);
        return step == 0 ? this : choosing(BoardRows.of(board, filter), step);
    }

    private static int step(KeyPress press) {
        return switch (press.key()) {
            case UP -> -1;
            case DOWN -> 1;
            case PAGE_UP -> -PAGE;
            case PAGE_DOWN -> PAGE;
            case HOME -> -ALL;
            case END -> ALL;
            case TEXT -> step(press.character());
            case ENTER, ESCAPE, BACKSPACE -> 0;
        };
    }

    private static int step(int letter) {
        return switch (letter) {
            case 'k' -> -1;
            case 'j' -> 1;
            case 'g' -> -ALL;
            case 'G' -> ALL;
            default -> 0;
        };
    }

    private ViewState inFilter(KeyPress press) {
        return switch (press.key()) {
            case ENTER -> in(Mode.BOARD);
            case ESCAPE -> new ViewState(Mode.BOARD, "", isPaused, chosen, opened, scroll);
            case BACKSPACE ->
                filter.isEmpty()
                        ? in(Mode.BOARD)
                        : filtered(filter.substring(0, filter.offsetByCodePoints(filter.length(), -1)));
            case TEXT -> filter.length() < FILTER_MAX ? filtered(filter + Character.toString(press.character())) : this;
            case UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END -> this;
        };
    }

    private ViewState onPage(KeyPress press) {
        if (press.is('q')
                || press.is('?')
                || press.key() == KeyPress.Key.ESCAPE
                || press.key() == KeyPress.Key.ENTER
                || press.key() == KeyPress.Key.BACKSPACE) {
            return new ViewState(Mode.BOARD, filter, isPaused, chosen, null, 0);
        }
        return new ViewState(mode, filter, isPaused, chosen, opened, Math.max(0, scroll + step(press)));
    }

    private ViewState in(Mode other) {
        return new ViewState(other, filter, isPaused, chosen, opened, scroll);
    }

    private ViewState filtered(String text) {
        return new ViewState(mode, text, isPaused, chosen, opened, scroll);
    }

    private ViewState opening(BoardRows rows) {
        var row = chosenIn(rows);
        return row == null ? this : new ViewState(Mode.TURN, filter, isPaused, row, rows.turnOf(row), 0);
    }

    private ViewState choosing(BoardRows rows, int step) {
        var keys = rows.keys();
        if (keys.isEmpty()) {
            return this;
        }
        int next = Math.max(0, Math.min(keys.size() - 1, keys.indexOf(chosenIn(rows)) + step));
        return new ViewState(mode, filter, isPaused, keys.get(next), opened, scroll);
    }

    /** The selected row: the one the user selected while it is listed, else the first. */
    String chosenIn(BoardRows rows) {
        var keys = rows.keys();
        return keys.contains(chosen) ? chosen : keys.isEmpty() ? null : keys.get(0);
    }
}
