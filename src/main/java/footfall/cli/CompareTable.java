package footfall.cli;

import footfall.desire.Comparison;
import footfall.screen.CountWords;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** A table of desires in two groups of turns. */
final class CompareTable {
    private static final int DECIMALS = 3;
    private static final BigDecimal LEAST = BigDecimal.ONE.movePointLeft(DECIMALS);

    private CompareTable() {}

    /** {@code groups}: the groups as typed. */
    static Table of(List<Comparison> compared, List<String> groups) {
        var table = new Table(
                Table.Column.text("CATEGORY"),
                Table.Column.longText("SUBJECT"),
                Table.Column.text("TREND"),
                Table.Column.number("BEFORE"),
                Table.Column.number("AFTER"),
                Table.Column.number("RATIO").hiding(1),
                Table.Column.number("COUNT_BEFORE").hiding(3),
                Table.Column.number("COUNT_AFTER").hiding(3),
                Table.Column.number("P").hiding(2));
        compared.forEach(one -> table.row(
                one.category(),
                ResultPrinter.line(one.subject()),
                one.trend().word(),
                rate(one.before()),
                rate(one.after()),
                one.ratio() == null ? null : ResultPrinter.decimal(one.ratio()),
                one.before().count(),
                one.after().count(),
                one.correctedP() == null ? null : probability(one.correctedP())));
        if (!compared.isEmpty()) {
            var first = compared.get(0);
            table.caption("per 100 turns: before " + group(groups.get(0), first.before()) + ", after "
                    + group(groups.get(1), first.after()));
        }
        return table;
    }

    private static String rate(Comparison.Side side) {
        return side.rate() == null ? null : ResultPrinter.decimal(side.rate());
    }

    private static String group(String text, Comparison.Side side) {
        return ResultPrinter.line(text) + " (" + CountWords.of(side.groupTurns(), "turn") + ", "
                + CountWords.of(side.groupSessions(), "session") + ")";
    }

    private static String probability(double value) {
        var rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
        return rounded.compareTo(LEAST) < 0 ? "<" + LEAST : rounded.toPlainString();
    }
}
