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
        return order.shown(new TurnPages(answers, selection, order, coverage).iterator());
    }

    @Override
    public Iterator<?> turnsForJson(Selection selection, TimeOrder order, CoverageReport coverage) {
        var turns = shard.known(selection, order.asked()).limit(order.top()).toList();
        return Batches.map(order.shown(turns), this::json).iterator();
    }

    private byte[] json(TurnSummary known) {
        var record = folded.record(known.name());
        return record instanceof byte[] json ? json : JSON.of(record);
    }

    @Override
    public TurnCount count(Selection selection) {
        var known = shard.known(selection, Direction.ASC).toList();
        return new TurnCount(
                known.size(), known.stream().filter(TurnSummary::isCopy).count());
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
}
