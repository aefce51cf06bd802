package footfall.cli;

import footfall.screen.Cells;
import footfall.screen.SafeText;
import footfall.screen.Wrapped;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table with aligned columns. On a narrow terminal, columns that are not essential are hidden and long
 * texts are cut with {@code …}; a line below the rows says so. What stands below its row there has lines of its
 * own. Without a terminal nothing is cut, and texts longer than {@code PADDED_MAX} exceed their column.
 */
class Table {
    static final int ANY_WIDTH = Integer.MAX_VALUE;

    private static final Pattern PSEUDONYM = Pattern.compile("\\b[0-9a-f]{16}\\b");
    private static final String GAP = "  ";
    static final String INDENT = "    ";
    private static final int CUT_MIN = 12;
    private static final int PADDED_MAX = 60;

    /** Colors by what a column means; the text says it, too. */
    private enum Ink {
        PLAIN(""),
        FAINT("2"),
        BAD("31"),
        WARNING("33"),
        COST("36");

        private final String code;

        Ink(String code) {
            this.code = code;
        }

        static Ink of(String title, String cell) {
            return switch (title) {
                case "ID", "SESSION", "TURN", "LAST_TURN", "LAST_IN", "COPY_OF" -> FAINT;
                case "FAILURES", "ERRORS", "FAILED_%", "ERROR" -> cell.matches("[0.]*") ? PLAIN : BAD;
                case "ALERTS" -> WARNING;
                case "STATE", "LEVEL" -> ofState(cell);
                default -> title.startsWith("COST") || title.endsWith("_USD") ? COST : PLAIN;
            };
        }

        private static Ink ofState(String word) {
            return switch (word) {
                case "stuck", "error" -> BAD;
                case "raised", "warning" -> WARNING;
                default -> PLAIN;
            };
        }
    }

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();
    private String caption;
    private String legend;
    /** By row; null for none. */
    private List<String> quotes;

    /**
     * {@code isNumber}: right-aligned; {@code isLong}: may be cut; {@code hiding}: columns with the highest
     * number are hidden first, those with 0 never; {@code isBelow}: on a terminal, it stands below its row,
     * {@code isChain}: on one line. Others are hidden before a long one has less than {@code least}.
     */
    record Column(
            String title, boolean isNumber, boolean isLong, int hiding, boolean isBelow, boolean isChain, int least) {
        static Column text(String title) {
            return new Column(title, false, false, 0, false, false, CUT_MIN);
        }

        static Column longText(String title) {
            return new Column(title, false, true, 0, false, false, CUT_MIN);
        }

        static Column number(String title) {
            return new Column(title, true, false, 0, false, false, CUT_MIN);
        }

        Column hiding(int order) {
            return new Column(title, isNumber, isLong, order, isBelow, isChain, least);
        }

        static Column below(String title) {
            return new Column(title, false, true, 0, true, false, CUT_MIN);
        }
    }

    Table(Column... columns) {
        this.columns.addAll(List.of(columns));
    }

    /** A row for each record; its columns are added one by one, each with what its cells show of a record. */
    static <T> Of<T> of(Collection<T> records) {
        return new Of<>(records);
    }

    static final class Of<T> extends Table {
        private final List<T> records;

        private Of(Collection<T> records) {
            this.records = List.copyOf(records);
            records.forEach(one -> row());
        }

        private Of<T> column(Column column, Function<T, ?> cell) {
            super.columns.add(column);
            for (int i = 0; i < records.size(); i++) {
                super.rows.get(i).add(shown(cell.apply(records.get(i))));
            }
            return this;
        }

        Of<T> text(String title, Function<T, ?> cell) {
            return column(Column.text(title), cell);
        }

        Of<T> text(String title, int hiding, Function<T, ?> cell) {
            return column(Column.text(title).hiding(hiding), cell);
        }

        Of<T> longText(String title, Function<T, ?> cell) {
            return column(Column.longText(title), cell);
        }

        Of<T> longText(String title, int hiding, Function<T, ?> cell) {
            return column(Column.longText(title).hiding(hiding), cell);
        }

        /** Which is what the table is read for. */
        Of<T> mainText(String title, int least, Function<T, ?> cell) {
            return column(new Column(title, false, true, 0, false, false, least), cell);
        }

        Of<T> number(String title, Function<T, ?> cell) {
            return column(Column.number(title), cell);
        }

        Of<T> number(String title, int hiding, Function<T, ?> cell) {
            return column(Column.number(title).hiding(hiding), cell);
        }

        Of<T> below(String title, Function<T, ?> cell) {
            return column(Column.below(title), cell);
        }

        Of<T> chainBelow(String title, Function<T, ?> cell) {
            return column(new Column(title, false, true, 0, true, true, CUT_MIN), cell);
        }
    }

    /** Whether a cell has a pseudonym. */
    boolean hasPseudonym() {
        return rows.stream().flatMap(List::stream).anyMatch(Table::hasPseudonym);
    }

    static boolean hasPseudonym(String text) {
        return PSEUDONYM.matcher(text).find();
    }

    /** Shows a name in place of a pseudonym. */
    void name(String pseudonym, String name) {
        rows.forEach(row -> row.replaceAll(cell -> cell.replace(pseudonym, SafeText.of(name))));
    }

    List<List<String>> rows() {
        return Collections.unmodifiableList(rows);
    }

    /** Sets texts of which the beginning is shown on a line below each row, on a screen only. */
    void quotes(List<String> texts) {
        quotes = List.copyOf(texts);
    }

    /** Sets a line above the titles. */
    void caption(String text) {
        caption = text;
    }

    /** Sets a line below the rows that explains them. */
    void legend(String text) {
        legend = text;
    }

    /** Adds a row; null is an empty cell. */
    void row(Object... cells) {
        rows.add(Arrays.stream(cells).map(Table::shown).collect(Collectors.toCollection(ArrayList::new)));
    }

    private static String shown(Object cell) {
        return cell == null ? "" : SafeText.of(cell.toString());
    }

    void print(Writer out, int screenWidth) throws IOException {
        print(out, screenWidth, false);
    }

    void print(Writer out, int screenWidth, boolean isColoured) throws IOException {
        boolean isScreen = screenWidth != ANY_WIDTH;
        var widths = widths(isScreen ? screenWidth : PADDED_MAX);
        for (int i = 0; isScreen && i < widths.length; i++) {
            widths[i] = columns.get(i).isBelow() || isEmpty(i) ? 0 : widths[i];
        }
        var hidden = isScreen ? hide(widths, screenWidth) : List.<String>of();
        fit(widths, screenWidth);
        line(out, caption, screenWidth);
        print(out, columns.stream().map(Column::title).toList(), widths, false);
        boolean isCut = false;
        for (int at = 0; at < rows.size(); at++) {
            var row = rows.get(at);
            var cells = isScreen ? cut(row, widths) : row;
            isCut |= isCut(row, cells, widths);
            print(out, cells, widths, isColoured);
            isCut |= isScreen && printBelow(out, at, screenWidth, isColoured);
        }
        line(out, legend, screenWidth);
        line(out, isCut ? "… = cut to fit; --json prints all" : null, screenWidth);
        line(
                out,
                hidden.isEmpty() ? null : "hidden to fit: " + String.join(", ", hidden) + "; --json prints all",
                screenWidth);
    }

    /** As one paragraph; a chain of steps as one line, then returns whether it was cut. */
    private boolean printBelow(Writer out, int at, int screenWidth, boolean isColoured) throws IOException {
        var row = rows.get(at);
        var shown = IntStream.range(0, row.size())
                .filter(i -> columns.get(i).isBelow() && !row.get(i).isEmpty())
                .toArray();
        var text = Arrays.stream(shown).mapToObj(row::get).collect(Collectors.joining(GAP));
        int width = Math.max(CUT_MIN, screenWidth - INDENT.length());
        var line = Cells.cutSteps(text, width);
        boolean isChain = columns.stream().anyMatch(Column::isChain);
        var quote = quotes == null ? "" : quotes.get(at);
        out.write(quote.isEmpty() ? "" : INDENT + Cells.cut(SafeText.of(quote), width) + "\n");
        var painted = isColoured && isChain ? painted(line, row, shown) : line;
        for (var one : isChain ? List.of(painted) : Wrapped.of(text, width)) {
            out.write(one.isEmpty() ? "" : INDENT + one.stripTrailing() + "\n");
        }
        return isChain && !line.equals(text);
    }

    /** The line of these cells, which may be cut at its end. */
    private String painted(String line, List<String> row, int[] shown) {
        var painted = new StringBuilder();
        int at = 0;
        for (int column : shown) {
            int end = Math.min(line.length(), at + row.get(column).length());
            painted.append(paint(column, row.get(column), line.substring(at, end)));
            at = Math.min(line.length(), end + GAP.length());
            painted.append(line, end, at);
        }
        return painted.append(line.substring(at)).toString();
    }

    private String paint(int column, String cell, String shown) {
        var ink = Ink.of(columns.get(column).title(), cell);
        return ink == Ink.PLAIN || shown.isBlank() ? shown : "\033[" + ink.code + "m" + shown + "\033[0m";
    }

    private static void line(Writer out, String text, int width) throws IOException {
        if (text != null) {
            for (var paragraph : text.split("\n")) {
                for (var line : Wrapped.of(paragraph, width)) {
                    out.write(line + "\n");
                }
            }
        }
    }

    private static boolean isCut(List<String> row, List<String> cells, int[] widths) {
        return IntStream.range(0, widths.length)
                .anyMatch(i -> widths[i] > 0 && !row.get(i).equals(cells.get(i)));
    }

    /** Sets the width of hidden columns to 0; returns their titles. */
    private List<String> hide(int[] widths, int screenWidth) {
        var hidden = new ArrayList<Integer>();
        var order = IntStream.range(0, widths.length)
                .boxed()
                .filter(i -> columns.get(i).hiding() > 0 && widths[i] > 0)
                .sorted(Comparator.comparing((Integer i) -> columns.get(i).hiding())
                        .reversed())
                .toList();
        for (int next : order) {
            if (total(IntStream.range(0, widths.length)
                            .map(i -> leastWidth(i, widths))
                            .toArray())
                    > screenWidth) {
                widths[next] = 0;
                hidden.add(next);
            }
        }
        return hidden.stream().sorted().map(i -> columns.get(i).title()).toList();
    }

    /** Whether it can be hidden, and no row has anything in it. */
    private boolean isEmpty(int column) {
        return columns.get(column).hiding() > 0
                && rows.stream().allMatch(row -> row.get(column).isEmpty());
    }

    private int leastWidth(int column, int[] widths) {
        return columns.get(column).isLong() ? Math.min(columns.get(column).least(), widths[column]) : widths[column];
    }

    /** The width of a row with gaps between visible columns. */
    private static long total(int[] widths) {
        long shown = Arrays.stream(widths).filter(width -> width > 0).count();
        return Arrays.stream(widths).asLongStream().sum() + GAP.length() * (shown - 1);
    }

    private int[] widths(int longMax) {
        var widths =
                columns.stream().mapToInt(column -> Cells.width(column.title())).toArray();
        for (var row : rows) {
            for (int i = 0; i < widths.length; i++) {
                int width = Cells.width(row.get(i));
                widths[i] = Math.max(widths[i], columns.get(i).isLong() ? Math.min(width, longMax) : width);
            }
        }
        return widths;
    }

    /** Shrinks the widest long columns until the row fits or none can shrink further. */
    private void fit(int[] widths, int screenWidth) {
        long over = total(widths) - screenWidth;
        while (over > 0) {
            int spare = widest(widths, true);
            int next = spare < 0 ? widest(widths, false) : spare;
            if (next < 0) {
                return;
            }
            widths[next]--;
            over--;
        }
    }

    /** The widest long column that can shrink; {@code isSparing}: not below what it should have. */
    private int widest(int[] widths, boolean isSparing) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            var column = columns.get(i);
            if (column.isLong()
                    && widths[i] > (isSparing ? column.least() : CUT_MIN)
                    && (widest < 0 || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    private void print(Writer out, List<String> cells, int[] widths, boolean isColoured) throws IOException {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] == 0) {
                continue;
            }
            var cell = cells.get(i);
            var space = " ".repeat(Math.max(0, widths[i] - Cells.width(cell)));
            var painted = isColoured ? paint(i, cell, cell) : cell;
            line.append(line.length() == 0 ? "" : GAP)
                    .append(columns.get(i).isNumber() ? space + painted : painted + space);
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
