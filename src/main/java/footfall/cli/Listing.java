package footfall.cli;

import footfall.view.Answer;
import footfall.view.Answers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A list to print. Its JSON is that of the source, which for a processor is what it sends, passed on while it comes;
 * other formats are made of records. {@code none}: why there is nothing.
 */
record Listing<T>(
        Class<T> type, Function<Answers, Answer<T>> question, Function<List<T>, Table> table, Supplier<String> none) {

    void print(AnswerSource source, ResultPrinter printer) throws IOException {
        var coverage = new CoverageReport();
        if (printer.format() == ResultPrinter.Format.JSON) {
            var items = source.itemsForJson(question, coverage);
            printer.print(ResultPrinter.once(items), null, items.hasNext() ? null : none.get());
        } else {
            var items = new ArrayList<T>();
            source.items(type, question, coverage).forEachRemaining(items::add);
            printer.print(type, items, table.apply(items), items.isEmpty() ? none.get() : null);
        }
        coverage.say(printer.console());
    }
}
