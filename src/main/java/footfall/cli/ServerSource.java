package footfall.cli;

import footfall.ask.ApiClient;
import footfall.ask.ListLines;
import footfall.ask.ServerAnswers;
import footfall.desire.AppliedRemedy;
import footfall.report.TurnRef;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.shipper.ListedShipper;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Filter.InvalidFilter;
import footfall.view.Selection;
import footfall.view.UsageBill;
import footfall.view.UsageQuestion;
import footfall.wire.RecordScanner;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Answers from a processor.
 * {@code typed}: the options that name the processor.
 */
record ServerSource(ServerAnswers server, List<String> typed, Console console) implements AnswerSource {
    private static final String FORGETS = "; a processor has turns that have closed: --from reads files";

    ServerSource {
        typed = List.copyOf(typed);
    }

    @Override
    public Answers answers() {
        return server;
    }

    @Override
    public String session(String beginning) throws CommandFailed {
        var found = server.sessionIds(beginning, Answers.PAGE_MAX);
        if (!found.items().contains(beginning)) {
            CoverageReport.of(found.coverage()).requireAll(beginning);
        }
        return new SessionNames(found.items()).resolve(beginning, typed);
    }

    @Override
    public <T> Iterator<T> items(Class<T> type, Function<Answers, Answer<T>> question, CoverageReport coverage) {
        // Prepared before there is an item: the training, whose lists are empty, loads it, too.
        var reader = RecordScanner.of(type);
        var lines = itemsForJson(question, coverage);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return lines.hasNext();
            }

            @Override
            public T next() {
                return lines.next(reader);
            }
        };
    }

    @Override
    public <T> ItemLines itemsForJson(Function<Answers, Answer<T>> question, CoverageReport coverage) {
        return new ItemLines(server.lines(question::apply), coverage);
    }

    @Override
    public JsonBill billForJson(UsageQuestion question, UsageBill.Order order) {
        var lines = server.usageLines(question, order);
        return new JsonBill(lines.bill(), ResultPrinter.once(lines.rows().iterator()));
    }

    @Override
    public Iterator<Turn> turns(Selection selection, TimeOrder order, CoverageReport coverage) {
        return order.shown(items(Turn.class, all -> all.turns(selection, order.whole()), coverage));
    }

    @Override
    public Iterator<?> turnsForJson(Selection selection, TimeOrder order, CoverageReport coverage) {
        return order.shown(itemsForJson(all -> all.turns(selection, order.whole()), coverage));
    }

    /** An earlier build does not count. */
    @Override
    public <T> Answer.Total total(BiFunction<Answers, Answers.Page, Answer<T>> question) {
        try {
            return question.apply(server, Answers.Page.counted()).total();
        } catch (ApiClient.ApiFailed earlier) {
            return null;
        }
    }

    /** Those of the session whose ID starts so. */
    @Override
    public List<TurnRef> turns(String idBeginning) throws CommandFailed {
        var session = session(idBeginning.split("[/:]", 2)[0]);
        var selection = ofSession(session);
        var coverage = new CoverageReport();
        var refs = new ArrayList<TurnRef>();
        turns(selection, TimeOrder.ALL, coverage).forEachRemaining(turn -> refs.add(TurnRef.of(turn)));
        var open = server.openTurns(selection, Answers.PAGE_MAX);
        open.items().stream().map(TurnRef::of).forEach(refs::add);
        coverage.addPage(open.coverage());
        coverage.requireAll(session);
        return refs;
    }

    private static Selection ofSession(String session) {
        try {
            return Selection.parse(Map.of(Filter.SESSION, session));
        } catch (InvalidFilter blank) {
            throw new IllegalStateException(blank);
        }
    }

    @Override
    public List<String> asTyped() {
        return typed;
    }

    @Override
    public String none(Empty empty) {
        var filters = String.join(", ", empty.typed().values());
        var why = filters.isEmpty() ? "" : ": nothing matches " + filters;
        long untimed = empty.isTallied() ? untimed(empty.selection()) : 0;
        if (untimed > 0) {
            return empty.none() + why + "; a missing time excludes " + CountWords.of(untimed, "turn");
        }
        return empty.none() + (why.isEmpty() && empty.isTallied() ? FORGETS : why);
    }

    /** In the order of time, they come first. */
    @Override
    public long untimed(Selection selection) {
        var anytime = selection.without(Filter.SINCE).without(Filter.UNTIL);
        long count = 0;
        for (var page = new Answers.Page(null, 1); page != null; ) {
            var answer = server.turns(anytime, page);
            long untimed = answer.items().stream()
                    .takeWhile(turn -> turn.span().startedAt() == null)
                    .count();
            count += answer.items().stream()
                    .limit(untimed)
                    .filter(turn -> turn.prompt().copyOf() == null)
                    .count();
            page = untimed < answer.items().size()
                            || answer.next() == null
                            || answer.next().startedAt() != null
                    ? null
                    : new Answers.Page(answer.next(), Answers.PAGE_MAX);
        }
        return count;
    }

    /** What a processor cannot read, it says when it is asked for shippers alone. */
    @Override
    public List<ListedShipper> shippers(Selection selection) {
        try {
            return server.shippers(selection.only(Filter.OF_SHIPPERS::contains)).items();
        } catch (ApiClient.ApiFailed unknown) {
            return List.of();
        }
    }

    @Override
    public List<AppliedRemedy> remedies() {
        try {
            return server.remedies().items();
        } catch (ApiClient.ApiFailed unknown) {
            console.say("only remedies of this machine: " + SafeText.of(unknown.getMessage()));
            return List.of();
        }
    }

    @Override
    public void close() {
        server.early().ifPresent(lack -> console.say("early: " + SafeText.of(lack) + "; ask again in a while"));
    }

    /** The items of a list of a processor, each as its JSON, read while they come. */
    private static final class ItemLines implements Iterator<byte[]> {
        private final ListLines lines;
        private final CoverageReport coverage;
        private byte[] next;

        ItemLines(ListLines lines, CoverageReport coverage) {
            this.lines = lines;
            this.coverage = coverage;
            read();
        }

        <T> T next(RecordScanner<T> as) {
            return lines.read(next(), as);
        }

        private void read() {
            next = lines.next();
            if (next == null) {
                lines.close();
                coverage.add(lines.coverage());
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public byte[] next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            var line = next;
            read();
            return line;
        }
    }
}
