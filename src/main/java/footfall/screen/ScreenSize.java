package footfall.screen;

/** The size of the screen in characters. A smaller screen is drawn at the minimum size and cut. */
public record ScreenSize(int columns, int rows) {
    private static final int COLUMNS_MIN = 20;
    private static final int ROWS_MIN = 4;

    public ScreenSize {
        columns = Math.max(COLUMNS_MIN, columns);
        rows = Math.max(ROWS_MIN, rows);
    }
}
