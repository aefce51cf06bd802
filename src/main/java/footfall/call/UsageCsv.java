package footfall.call;

import footfall.line.Printable;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * Writes {@code tool_usage.csv} (RFC 4180 with a header line), one row per call. Unless raw cells are
 * requested, a cell that a spreadsheet would interpret as a formula (it starts with {@code = + - @}, a tab or
 * a carriage return, and is not a number) gets an apostrophe. Names and paths are {@link Printable} on one
 * line; other control characters become visible escapes.
 */
public final class UsageCsv {
    private static final CSVFormat RFC_4180 = CSVFormat.RFC4180
            .builder()
            .setHeader(
                    Arrays.stream(UsageColumn.values()).map(UsageColumn::title).toArray(String[]::new))
            .setRecordSeparator("\n")
            .get();
    private static final Set<UsageColumn> NAMES = EnumSet.of(
            UsageColumn.PROJECT,
            UsageColumn.TOOL_NAME,
            UsageColumn.TOOL_USE_ID,
            UsageColumn.JSONL_PATH,
            UsageColumn.CWD,
            UsageColumn.SESSION_ID,
            UsageColumn.GIT_BRANCH);
    /** Except tabs and line breaks, which content may have. */
    private static final Pattern STEERING = Pattern.compile("[\\p{Cntrl}\\x80-\\x9f&&[^\t\n\r]]");

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
            csv.print(cell == null || rawCells ? cell : guarded(printable(column, cell)));
        }
        csv.println();
    }

    private static String printable(UsageColumn column, String cell) {
        return NAMES.contains(column) ? Printable.of(cell) : visible(cell);
    }

    private static String visible(String cell) {
        return STEERING.matcher(cell)
                .replaceAll(
                        found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }

    /** A cell that neither controls a terminal nor is interpreted as a formula. */
    public static String safe(String cell) {
        return guarded(visible(cell));
    }

    static String guarded(String cell) {
        boolean isFormula = !cell.isEmpty()
                && "=+-@\t\r".indexOf(cell.charAt(0)) >= 0
                && !NUMBER.matcher(cell).matches();
        return isFormula ? "'" + cell : cell;
    }
}
