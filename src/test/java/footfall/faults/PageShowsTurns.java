package footfall.faults;

import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A page of the dashboard that stayed open shows each closed turn of {@link NowPage#AGENT} once with its last steps,
 * no open turn and no alert of a turn, and nothing that is missing; guarantee 26.
 */
final class PageShowsTurns implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        return observed.received().page().stream().flatMap(shown -> broken(shown, observed));
    }

    private static Stream<String> broken(PageContent shown, Observed observed) {
        var connection = Stream.of(shown.connection())
                .filter(state -> !state.equals("live"))
                .map(state -> "the connection of the page is " + state);
        var open = shown.open().stream().map(id -> "the page shows the turn " + id + " as open");
        var alerts = shown.alerts().stream().map(id -> "the page shows an alert of the turn " + id);
        var problems = shown.problems().stream().map(problem -> "the page reports: " + problem);
        return Stream.of(connection, open, alerts, problems, wrongSteps(shown, observed))
                .flatMap(messages -> messages);
    }

    private static Stream<String> wrongSteps(PageContent shown, Observed observed) {
        var expected = new TreeMap<String, Integer>();
        observed.topics().lastTurns().forEach((id, turn) -> {
            if (turn.product().agent().equals(NowPage.AGENT) && turn.prompt().copyOf() == null) {
                expected.put(id, turn.size().length());
            }
        });
        var ids = new TreeSet<>(expected.keySet());
        ids.addAll(shown.steps().keySet());
        return ids.stream()
                .filter(id -> !String.valueOf(expected.get(id))
                        .equals(String.valueOf(shown.steps().get(id))))
                .map(id -> "the page shows " + shown.steps().get(id) + " steps of the turn " + id + ", which has "
                        + expected.get(id));
    }
}
