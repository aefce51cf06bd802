package footfall.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jline.utils.AttributedString;

/**
 * A list of {@code size} rows under a title. {@code chosen}: the index of the selected row, negative when it
 * is in another list.
 */
record Section(AttributedString title, int size, int chosen, IntFunction<AttributedString> row) {

    /** Renders the list in the given number of rows, scrolled to the selected row. */
    List<AttributedString> lines(int rows, int columns) {
        if (rows < 1 || rows < 2 && size > 0) {
            return rows == 1 && chosen >= 0 ? List.of(row.apply(chosen)) : List.of();
        }
        var lines = new ArrayList<AttributedString>();
        lines.add(title);
        boolean isWhole = size <= rows - 1;
        int room = isWhole ? size : Math.max(1, rows - 2);
        int first = isWhole ? 0 : Math.max(0, Math.min(size - room, chosen - room / 2));
        for (int i = first; i < first + room; i++) {
            lines.add(row.apply(i));
        }
        if (!isWhole && rows > 2) {
            lines.add(new ScreenLine(columns)
                    .add(TextStyle.FAINT, "  " + hiddenRows(first, size - first - room))
                    .done());
        }
        return lines;
    }

    private static String hiddenRows(int above, int below) {
        return above == 0
                ? "and " + CountWords.number(below) + " more"
                : CountWords.number(above) + " above, " + CountWords.number(below) + " below";
    }
}
