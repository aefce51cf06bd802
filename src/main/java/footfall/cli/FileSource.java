package footfall.cli;

import footfall.report.Batches;
import footfall.report.FileShard;
import footfall.report.FileTurns;
import footfall.report.TurnRef;
import footfall.report.TurnSummary;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.AnswerRules;
import footfall.view.Answers;
import footfall.view.Direction;
import footfall.view.Filter;
import footfall.view.MergedAnswers;
import footfall.view.Selection;
import footfall.view.Shards;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Answers from local transcripts. */
final class FileSource implements AnswerSource {
    private static final JsonBytes JSON = new JsonBytes();

    private final FileTurns.Folded folded;
    private final FileShard shard;
    private final Answers answers;
    private final List<String> typed;

    /** {@code typed}: the options that name the transcripts. */
    FileSource(FileTurns.Folded folded, AnswerRules rules, List<String> typed) {
        this.folded = folded;
        this.shard = new FileShard(folded);
        this.answers = new MergedAnswers(Shards.of(List.of(shard)), rules);
        this.typed = List.copyOf(typed);
    }

    @Override
    public Answers answers() {
        return answers;
    }

    @Override
    public String session(String beginning) throws CommandFailed {
        return new SessionNames(folded.names().stream().map(TurnRef::sessionId).toList()).resolve(beginning, typed);
    }

    @Override
    public <T> Iterator<T> items(Class<T> type, Function<Answers, Answer<T>> question, CoverageReport coverage) {
        return itemsForJson(question, coverage);
    }

    @Override
    public <T> Iterator<T> itemsForJson(Function<Answers, Answer<T>> question, CoverageReport coverage) {
        var answer = question.apply(answers);
        coverage.add(answer.coverage());
        return answer.items().iterator();
    }

    @Override
    public Iterator<Turn> turns(Selection selection, TimeOrder order, CoverageReport coverage) {
        return new TurnPages(answers, selection, order, coverage).iterator();
    }

    @Override
    public Iterator<?> turnsForJson(Selection selection, TimeOrder order, CoverageReport coverage) {
        var turns = shard.known(selection, order.direction()).limit(order.top()).toList();
        return Batches.map(turns, this::json).iterator();
    }

    private byte[] json(TurnSummary known) {
        var record = folded.record(known.name());
        return record instanceof byte[] json ? json : JSON.of(record);
    }

    @Override
    public List<TurnHead> heads(Selection selection, TimeOrder order, CoverageReport coverage) {
        return shard.known(selection, order.direction())
                .limit(order.top())
                .map(known -> new TurnHead(known.name(), known.length()))
                .toList();
    }

    @Override
    public List<TurnRef> turns(String idBeginning) {
        return folded.names();
    }

    @Override
    public List<String> asTyped() {
        return typed;
    }

    /** How many turns each filter excludes by itself. */
    @Override
    public String none(Empty empty) {
        long candidates = count(Selection.ALL, empty.isTallied());
        var exclusions = new Exclusions(empty.none(), "turn", candidates);
        empty.typed().forEach((filter, option) -> {
            var only = empty.selection().only(filter::equals);
            exclusions.filter(option, candidates - count(only, empty.isTallied()));
        });
        if (empty.isTallied() && empty.typed().isEmpty()) {
            exclusions.filter("a missing time", untimed(Selection.ALL));
        }
        return ReadingReport.none(folded.reading(), exclusions.text());
    }

    @Override
    public long untimed(Selection selection) {
        return shard.known(selection.without(Filter.SINCE).without(Filter.UNTIL), Direction.ASC)
                .filter(FileSource::isUntimed)
                .filter(known -> folded.walk(known.name()).isPresent())
                .count();
    }

    private static boolean isUntimed(TurnSummary known) {
        return known.startedAt() == null;
    }

    private long count(Selection selection, boolean isTallied) {
        return shard.known(selection, Direction.ASC)
                .filter(known -> !isTallied || folded.walk(known.name()).isPresent())
                .count();
    }

    @Override
    public void close() {
        folded.close();
    }

    /** Selected turns in order, read page by page, so that memory holds one page. */
    private static final class TurnPages implements Iterable<Turn> {
        private static final int PAGE = 100;

        private final Answers answers;
        private final Selection selection;
        private final TimeOrder order;
        private final CoverageReport coverage;

        TurnPages(Answers answers, Selection selection, TimeOrder order, CoverageReport coverage) {
            this.answers = answers;
            this.selection = selection;
            this.order = order;
            this.coverage = coverage;
        }

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
}
