package footfall.cli;

import footfall.report.TurnRef;
import footfall.view.Answer;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.InvalidFilter;
import footfall.view.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Answers from a processor. */
final class ServerSource implements AnswerSource {
    private final Answers answers;
    private final List<String> typed;

    /** {@code typed}: the options that name the processor. */
    ServerSource(Answers answers, List<String> typed) {
        this.answers = answers;
        this.typed = List.copyOf(typed);
    }

    @Override
    public Answers answers() {
        return answers;
    }

    @Override
    public String session(String beginning) throws CommandFailed {
        return new SessionNames(sessions(beginning)).resolve(beginning, typed);
    }

    /** Those whose ID starts with this, also those that have only an open turn. */
    private List<String> sessions(String beginning) {
        var found = new ArrayList<>(TimeOrder.ALL.read(page -> sessions(beginning, page), new CoverageReport()));
        open().map(TurnRef::sessionId).filter(id -> id.startsWith(beginning)).forEach(found::add);
        return found;
    }

    private Answer<String> sessions(String beginning, Answers.Page page) {
        var answer = answers.sessions(Selection.ALL, page);
        return answer.with(answer.items().stream()
                .map(one -> one.sessionId().value())
                .filter(id -> id.startsWith(beginning))
                .toList());
    }

    @Override
    public List<TurnHead> heads(Selection selection, TimeOrder order) {
        var turns = new TurnPages(answers, selection, order, new CoverageReport());
        return StreamSupport.stream(turns.spliterator(), false)
                .map(turn -> new TurnHead(TurnRef.of(turn), turn.size().length()))
                .toList();
    }

    /** Unique among all sessions of the processor, so that {@code --session} accepts them. */
    @Override
    public SessionNames names(List<TurnHead> listed) {
        var all = sessions("");
        listed.forEach(turn -> all.add(turn.name().sessionId()));
        return new SessionNames(all);
    }

    @Override
    public List<TurnRef> turns(String idBeginning) {
        var refs = new ArrayList<TurnRef>();
        var sessions = new TreeSet<>(sessions(idBeginning.split("[/:]", 2)[0]));
        for (var session : sessions) {
            heads(ofSession(session), TimeOrder.ALL).forEach(turn -> refs.add(turn.name()));
        }
        open().filter(turn -> sessions.contains(turn.sessionId())).forEach(refs::add);
        return refs;
    }

    private Stream<TurnRef> open() {
        return answers.openTurns(Integer.MAX_VALUE).items().stream().map(TurnRef::of);
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
        return empty.none() + (filters.isEmpty() ? "" : ": nothing matches " + filters);
    }

    @Override
    public void close() {}
}
