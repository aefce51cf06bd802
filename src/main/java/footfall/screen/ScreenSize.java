package footfall.screen;

/** Of a screen, in characters. Smaller ones are drawn as if they were this large, and cut. */
public record ScreenSize(int columns, int rows) {
  private static final int COLUMNS_MIN = 20;
  private static final int ROWS_MIN = 4;

  public ScreenSize {
    columns = Math.max(COLUMNS_MIN, columns);
    rows = Math.max(ROWS_MIN, rows);
  }
}
