package footfall.cli;

import footfall.screen.Cells;
import footfall.screen.Visible;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Rows under headings, aligned by the columns that characters take on a screen. On a narrow screen long
 * texts are cut with {@code …}; without a screen they are whole, and those longer than {@code PADDED_MAX}
 * stand out.
 */
final class Table {
  static final int ANY_WIDTH = Integer.MAX_VALUE;

  private static final String GAP = "  ";
  private static final int CUT_MIN = 12;
  private static final int PADDED_MAX = 60;

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();
  private String caption;
  private Supplier<String> legend = () -> null;
  private Iterable<List<Object>> made = List.of();
  private Iterable<List<Object>> measured = List.of();

  /** {@code isNumber}: to the right; {@code isLong}: may be cut. */
  record Column(String title, boolean isNumber, boolean isLong) {
    static Column text(String title) {
      return new Column(title, false, false);
    }

    static Column longText(String title) {
      return new Column(title, false, true);
    }

    static Column number(String title) {
      return new Column(title, true, false);
    }
  }

  Table(Column... columns) {
    this.columns = List.of(columns);
  }

  /** What the rows are: a line above the titles. */
  void caption(String text) {
    caption = text;
  }

  /** What marks in the rows mean: a line below them. Read after the rows; null for none. */
  void legend(Supplier<String> text) {
    legend = text;
  }

  /** One cell a column; null is an empty one. */
  void row(Object... cells) {
    rows.add(shown(Arrays.asList(cells)));
  }

  /**
   * Rows behind those, made once, when they are printed: none is held. Cells as above. {@code measured} are
   * the same with any last cell, for the widths of the others; the last column takes what is left.
   */
  void rows(Iterable<List<Object>> rows, Iterable<List<Object>> measured) {
    this.made = rows;
    this.measured = measured;
  }

  /** Is told each row. */
  private interface Reader {
    void row(List<String> cells) throws IOException;
  }

  private void each(Iterable<List<Object>> behind, Reader reader) throws IOException {
    for (var row : rows) {
      reader.row(row);
    }
    for (var cells : behind) {
      reader.row(shown(cells));
    }
  }

  private static List<String> shown(List<Object> cells) {
    return cells.stream().map(cell -> cell == null ? "" : Visible.of(cell.toString())).toList();
  }

  void print(Writer out, int screenWidth) throws IOException {
    var widths = widths(screenWidth == ANY_WIDTH ? PADDED_MAX : screenWidth);
    fit(widths, screenWidth);
    boolean cuts = screenWidth != ANY_WIDTH;
    line(out, caption);
    print(out, columns.stream().map(Column::title).toList(), widths);
    each(made, row -> print(out, cuts ? cut(row, widths) : row, widths));
    line(out, legend.get());
  }

  private static void line(Writer out, String text) throws IOException {
    if (text != null) {
      out.write(text + "\n");
    }
  }

  private int[] widths(int longMax) throws IOException {
    var widths = columns.stream().mapToInt(column -> Cells.width(column.title())).toArray();
    each(measured, row -> {
      for (int i = 0; i < widths.length; i++) {
        int width = Cells.width(row.get(i));
        widths[i] = Math.max(widths[i], columns.get(i).isLong() ? Math.min(width, longMax) : width);
      }
    });
    if (measured.iterator().hasNext()) {
      widths[widths.length - 1] = longMax;
    }
    return widths;
  }

  /** Takes from the widest of the long columns until the row fits, or nothing is left to take. */
  private void fit(int[] widths, int screenWidth) {
    long over = Arrays.stream(widths).asLongStream().sum() + (long) GAP.length() * (widths.length - 1)
        - screenWidth;
    while (over > 0) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        if (columns.get(i).isLong() && widths[i] > CUT_MIN && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
      over--;
    }
  }

  private void print(Writer out, List<String> cells, int[] widths) throws IOException {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      var cell = cells.get(i);
      var space = " ".repeat(Math.max(0, widths[i] - Cells.width(cell)));
      line.append(i == 0 ? "" : GAP).append(columns.get(i).isNumber() ? space + cell : cell + space);
    }
    out.write(line.toString().stripTrailing());
    out.write('\n');
  }

  private static List<String> cut(List<String> cells, int[] widths) {
    var cut = new ArrayList<String>();
    for (int i = 0; i < widths.length; i++) {
      cut.add(Cells.cutSteps(cells.get(i), widths[i]));
    }
    return cut;
  }
}
