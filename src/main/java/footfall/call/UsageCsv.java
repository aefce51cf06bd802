package footfall.call;

import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * {@code tool_usage.csv} (RFC 4180, a header line), a row a call. A cell that a spreadsheet would take for a
 * formula (it begins with {@code = + - @}, a tab or a carriage return, and is no number) gets an apostrophe
 * in front, unless cells are asked for as they are.
 */
public final class UsageCsv {
  private static final CSVFormat RFC_4180 =
      CSVFormat.RFC4180.builder()
          .setHeader(Arrays.stream(UsageColumn.values()).map(UsageColumn::title).toArray(String[]::new))
          .setRecordSeparator("\n")
          .get();
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?");

  private final CSVPrinter csv;
  private final boolean rawCells;

  /** Writes the header line. */
  public UsageCsv(Writer out, boolean rawCells) throws IOException {
    this.csv = new CSVPrinter(out, RFC_4180);
    this.rawCells = rawCells;
  }

  public void row(Map<UsageColumn, String> cells) throws IOException {
    for (var column : UsageColumn.values()) {
      var cell = cells.get(column);
      csv.print(cell == null || rawCells ? cell : guarded(cell));
    }
    csv.println();
  }

  static String guarded(String cell) {
    boolean isFormula = !cell.isEmpty() && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0 && !NUMBER.matcher(cell)
        .matches();
    return isFormula ? "'" + cell : cell;
  }
}
