package footfall.faults;

import footfall.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What clients of the processors and of the topics have got. {@code answers}: of each instance that was asked; empty
 * when nobody runs. {@code exported}: the trace IDs of each turn, by its ID. {@code events}: empty when nobody runs.
 * {@code stored}: the rows of the sink's table {@code turns}; empty where there is no sink. {@code page}: empty where
 * there is no browser, or when nobody runs.
 */
record Received(
        List<Answered> answers,
        Map<String, Set<String>> exported,
        Optional<List<Observed.Revision>> events,
        Optional<List<Turn>> stored,
        Optional<PageContent> page) {
    Received {
        answers = List.copyOf(answers);
        events = events.map(List::copyOf);
        stored = stored.map(List::copyOf);
    }

    /** Only what the API answered and the relay exported. */
    Received(List<Answered> answers, Map<String, Set<String>> exported) {
        this(answers, exported, Optional.empty(), Optional.empty(), Optional.empty());
    }

    Received withAnswers(List<Answered> other) {
        return new Received(other, exported, events, stored, page);
    }

    Received withExported(Map<String, Set<String>> other) {
        return new Received(answers, other, events, stored, page);
    }

    Received withEvents(List<Observed.Revision> other) {
        return new Received(answers, exported, Optional.of(other), stored, page);
    }

    Received withStored(List<Turn> other) {
        return new Received(answers, exported, events, Optional.of(other), page);
    }

    Received withPage(PageContent other) {
        return new Received(answers, exported, events, stored, Optional.of(other));
    }
}
