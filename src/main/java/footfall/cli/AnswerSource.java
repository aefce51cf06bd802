package footfall.cli;

import footfall.desire.AppliedRemedy;
import footfall.report.TurnRef;
import footfall.screen.CountWords;
import footfall.shipper.ListedShipper;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageQuestion;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where a command gets its answers from: local files, or a processor. */
interface AnswerSource extends AutoCloseable {
    Answers answers();

    /** The session whose ID starts with this. */
    String session(String beginning) throws CommandFailed;

    /** The items of a list, whole, read while they are used. {@code coverage} gets what the answer lacks. */
    <T> Iterator<T> items(Class<T> type, Function<Answers, Answer<T>> question, CoverageReport coverage);

    /** The same for {@link JsonOut#array}, as the source has them. */
    <T> Iterator<?> itemsForJson(Function<Answers, Answer<T>> question, CoverageReport coverage);

    /** A bill, and its rows for {@link JsonOut#array}, as the source has them. */
    record JsonBill(UsageBill bill, Iterable<?> rows) {}

    default JsonBill billForJson(UsageQuestion question, UsageBill.Order order) {
        var bill = answers().usage(question, order);
        return new JsonBill(bill, bill.rows());
    }

    /** The selected turns, read while they are used. */
    Iterator<Turn> turns(Selection selection, TimeOrder order, CoverageReport coverage);

    /** The same for {@link JsonOut#array}. */
    Iterator<?> turnsForJson(Selection selection, TimeOrder order, CoverageReport coverage);

    /** How many items a list has of which {@code question} asks for a page; null if that is not known. */
    <T> Answer.Total total(BiFunction<Answers, Answers.Page, Answer<T>> question);

    /** The turns among which a prefix of a turn's ID must be unique. */
    List<TurnRef> turns(String idBeginning) throws CommandFailed;

    /** The options, as typed, that name the source. */
    List<String> asTyped();

    /** Why an answer is empty; null when it was already reported. */
    String none(Empty empty);

    /** Of an empty answer: when the newest turn began, if that is before the selected time; else empty. */
    default Optional<String> newest(Selection selection, ZoneId zone) {
        var always = selection.without(Filter.SINCE).without(Filter.UNTIL).without(Filter.MIN_LENGTH);
        return selection
                .since()
                .flatMap(since -> answers().turns(always, new Answers.Page(null, 1, Direction.DESC)).items().stream()
                        .map(turn -> turn.span().startedAt())
                        .filter(at -> at != null && at.isBefore(since))
                        .findFirst())
                .map(at -> "the newest turn began " + ResultPrinter.minute(at, zone) + ": --since "
                        + at.atZone(zone).toLocalDate());
    }

    /** Why an answer is empty, and when the newest turn began; null when it was already reported. */
    default String none(Empty empty, ZoneId zone) {
        var none = none(empty);
        return none == null
                ? null
                : none
                        + (empty.typed().containsKey(Filter.PATTERN)
                                ? "; a pattern is that of a whole turn: footfall patterns lists those that there are"
                                : "")
                        + newest(empty.selection(), zone).map(one -> "; " + one).orElse("");
    }

    /** How many of the selected turns are in no tally because they have no time; filters of time do not apply. */
    default long untimed(Selection selection) {
        return 0;
    }

    /** The selected shippers that send to the source, the most urgent first; none where that is not known. */
    default List<ListedShipper> shippers(Selection selection) {
        return List.of();
    }

    /** The remedies that were applied; none where only the file of this machine knows of some. */
    default List<AppliedRemedy> remedies() {
        return List.of();
    }

    @Override
    void close();

    /**
     * An empty answer. {@code none} says what there is none of; {@code isTallied}: the answer counts turns, so
     * copies and turns without a time are no candidates. {@code typed}: the filters of the selection as typed.
     */
    record Empty(String none, boolean isTallied, Selection selection, Map<Filter, String> typed) {
        public Empty {
            typed = Collections.unmodifiableMap(new LinkedHashMap<>(typed));
        }
    }

    /** Explains an empty answer: how many candidates there were, and how many each filter excludes by itself. */
    static final class Exclusions {
        private final String none;
        private final String candidate;
        private final long candidates;
        private final List<String> filters = new ArrayList<>();

        /**
         * {@code none}: the message for an empty answer; {@code candidate}: what the filters apply to, in the
         * singular.
         */
        Exclusions(String none, String candidate, long candidates) {
            this.none = none;
            this.candidate = candidate;
            this.candidates = candidates;
        }

        /** Adds a filter as typed, unless it excluded nothing. */
        Exclusions filter(String typed, long excluded) {
            if (excluded > 0) {
                filters.add(typed + " excludes " + CountWords.number(excluded));
            }
            return this;
        }

        String text() {
            return filters.isEmpty()
                    ? none
                    : none + ": of " + CountWords.of(candidates, candidate) + ", " + String.join(", ", filters);
        }
    }

    /** Selected turns in order, read page by page, so that memory holds one page. */
    record TurnPages(Answers answers, Selection selection, TimeOrder order, CoverageReport coverage)
            implements Iterable<Turn> {
        private static final int PAGE = 100;

        @Override
        public Iterator<Turn> iterator() {
            return new Iterator<>() {
                private Answers.Page asked = order.first(PAGE);
                private Answer<Turn> page = read();
                private Iterator<Turn> items = page.items().iterator();
                private int given;

                private Answer<Turn> read() {
                    var answer = answers.turns(selection, asked);
                    coverage.addPage(answer.coverage());
                    return answer;
                }

                @Override
                public boolean hasNext() {
                    while (given < order.top() && !items.hasNext() && page.next() != null) {
                        asked = asked.after(page.next());
                        page = read();
                        items = page.items().iterator();
                    }
                    return given < order.top() && items.hasNext();
                }

                @Override
                public Turn next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    given++;
                    return items.next();
                }
            };
        }
    }

    /**
     * A list to print. Its JSON is that of the source, which for a processor is what it sends, passed on while it
     * comes; other formats are made of records. {@code order}: of a list in the order of time, whose table says that it
     * lacks rows. {@code none}: why there is nothing.
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
                    var total = source.total(question);
                    shown.caption(TimeOrder.TimeOrderOptions.cut(
                            items.size() + (total == null ? "" : " of " + CountWords.number(total.all()))));
                }
                printer.print(type, items, shown, items.isEmpty() ? none.get() : null);
            }
            coverage.say(printer.console());
        }
    }
}
