package footfall.cli;

import footfall.report.TurnRef;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageQuestion;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

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

    /** How many turns are selected; null if only reading all of them would tell. */
    TurnCount count(Selection selection);

    /** The turns among which a prefix of a turn's ID must be unique. */
    List<TurnRef> turns(String idBeginning) throws CommandFailed;

    /** The options, as typed, that name the source. */
    List<String> asTyped();

    /** Why an answer is empty; null when it was already reported. */
    String none(Empty empty);

    /** How many of the selected turns are in no tally because they have no time; filters of time do not apply. */
    default long untimed(Selection selection) {
        return 0;
    }

    @Override
    void close();

    /** How many turns there are, and how many of them are copies. */
    record TurnCount(long turns, long copies) {}

    /**
     * An empty answer. {@code none} says what there is none of; {@code isTallied}: the answer counts turns, so
     * copies and turns without a time are no candidates. {@code typed}: the filters of the selection as typed.
     */
    record Empty(String none, boolean isTallied, Selection selection, Map<Filter, String> typed) {
        public Empty {
            typed = Collections.unmodifiableMap(new LinkedHashMap<>(typed));
        }
    }
}
