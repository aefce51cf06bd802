package footfall.faults;

import footfall.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What clients of the processors and of the topics have got. {@code answers}: of each instance that was asked; empty
 * when nobody runs. {@code exported}: the trace IDs of each turn, by its ID. {@code events}: empty when nobody runs.
 * {@code stored}: the rows of the sink's table {@code turns}; empty where there is no sink. {@code shown}: empty where
 * there is no browser, or when nobody runs.
 */
record Clients(
        List<Answered> answers,
        Map<String, Set<String>> exported,
        Optional<List<Observed.Revision>> events,
        Optional<List<Turn>> stored,
        Optional<Shown> shown) {
    Clients {
        answers = List.copyOf(answers);
        events = events.map(List::copyOf);
        stored = stored.map(List::copyOf);
    }

    /** Only what the API answered and the relay exported. */
    Clients(List<Answered> answers, Map<String, Set<String>> exported) {
        this(answers, exported, Optional.empty(), Optional.empty(), Optional.empty());
    }

    Clients withAnswers(List<Answered> other) {
        return new Clients(other, exported, events, stored, shown);
    }

    Clients withExported(Map<String, Set<String>> other) {
        return new Clients(answers, other, events, stored, shown);
    }

    Clients withEvents(List<Observed.Revision> other) {
        return new Clients(answers, exported, Optional.of(other), stored, shown);
    }

    Clients withStored(List<Turn> other) {
        return new Clients(answers, exported, events, Optional.of(other), shown);
    }

    Clients withShown(Shown other) {
        return new Clients(answers, exported, events, stored, Optional.of(other));
    }
}
