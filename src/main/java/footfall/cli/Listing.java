package footfall.cli;

import footfall.view.Answer;
import footfall.view.Answers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A list to print. Its JSON is that of the source, which for a processor is what it sends, passed on while it comes;
 * other formats are made of records. {@code order}: of a list in the order of time, whose table says that it lacks
 * rows. {@code none}: why there is nothing.
 */
record Listing<T>(
        Class<T> type,
        TimeOrder order,
        BiFunction<Answers, Answers.Page, Answer<T>> question,
        Function<List<T>, Table> table,
        Supplier<String> none) {

    /** A list in another order than that of time. */
    Listing(
            Class<T> type,
            Function<Answers, Answer<T>> question,
            Function<List<T>, Table> table,
            Supplier<String> none) {
        this(type, TimeOrder.ALL, (all, page) -> question.apply(all), table, none);
    }

    void print(AnswerSource source, ResultPrinter printer) throws IOException {
        var coverage = new CoverageReport();
        if (printer.format() == ResultPrinter.Format.JSON) {
            var items = order.shown(source.itemsForJson(all -> question.apply(all, order.whole()), coverage));
            printer.print(ResultPrinter.once(items), null, items.hasNext() ? null : none.get());
        } else {
            var found = new ArrayList<T>();
            var page = order.oneMore().whole();
            source.items(type, all -> question.apply(all, page), coverage).forEachRemaining(found::add);
            var items = order.shown(found);
            var shown = table.apply(items);
            if (found.size() > items.size()) {
                shown.caption(TimeOrder.TimeOrderOptions.cut("" + items.size()));
            }
            printer.print(type, items, shown, items.isEmpty() ? none.get() : null);
        }
        coverage.say(printer.console());
    }
}
