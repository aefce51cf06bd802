package footfall.faults;

import java.util.List;
import java.util.stream.Stream;

/** What holds of both ends whatever happened to the processes between them. */
interface Guarantee {
    List<Guarantee> ALL = List.of(
            new EveryLineAtLeastOnce(),
            new LinesInOrder(),
            new OneContentPerRevision(),
            new EveryStepInOneTurn(),
            new TurnsEqualFiles(),
            new TalliesEqualTurns(),
            new ForgottenStaysForgotten(),
            new AnswersEqualFiles(),
            new EveryTurnExported(),
            new EveryEventOnce(),
            new SinkEqualsTurns(),
            new PageShowsTurns());

    /** One message for each line, turn or record that breaks it. */
    Stream<String> broken(Observed observed);

    default String title() {
        return getClass().getSimpleName();
    }

    /** The messages of all guarantees that are broken; empty when all hold. */
    static List<String> allBroken(Observed observed) {
        return ALL.stream()
                .flatMap(guarantee -> guarantee.broken(observed).map(message -> guarantee.title() + ": " + message))
                .toList();
    }
}
