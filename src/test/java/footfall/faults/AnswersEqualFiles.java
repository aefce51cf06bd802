package footfall.faults;

import footfall.faults.Guarantee.TurnsEqualFiles;
import footfall.pattern.Tool;
import footfall.session.SessionSummary;
import footfall.testkit.TurnText;
import footfall.turn.Turn;
import footfall.view.Coverage;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Each instance that was asked answers for all partitions, without one that is missing or read from a standby: the
 * turns of the files in the revision that is last on {@code turns}, and their sessions and tools; guarantee 22.
 */
final class AnswersEqualFiles implements Guarantee {
    @Override
    public Stream<String> broken(Observed observed) {
        return observed.received().answers().stream()
                .flatMap(answered -> broken(observed, answered).map(message -> answered.instance() + ": " + message));
    }

    private static Stream<String> broken(Observed observed, Answered answered) {
        if (answered.failure() != null) {
            return Stream.of("no answer: " + answered.failure());
        }
        var files = observed.files();
        var turns = byKey(answered.turns(), turn -> turn.id().turnId());
        return Stream.of(
                        coverage(answered.coverage()),
                        repeated("turn", answered.turns(), turn -> turn.id().turnId()),
                        repeated("session", answered.sessions(), SessionSummary::sessionId),
                        TurnsEqualFiles.differences(
                                "turn", TurnText.of(files.turns().values()), TurnText.of(turns.values())),
                        TurnsEqualFiles.differences(
                                "revision of turn", revisions(observed.topics().lastTurns()), revisions(turns)),
                        TurnsEqualFiles.differences(
                                "session",
                                files.sessions(),
                                byKey(
                                        answered.sessions(),
                                        session -> session.sessionId().value())),
                        TurnsEqualFiles.differences(
                                "tool", files.tallies().tools(), byKey(answered.tools(), Tool::tool)))
                .flatMap(messages -> messages);
    }

    private static Stream<String> coverage(List<Coverage> pages) {
        return pages.stream()
                .filter(page -> !page.equals(Coverage.COMPLETE))
                .distinct()
                .map(page -> "the answer is not whole: " + page);
    }

    private static <T> Stream<String> repeated(String what, List<T> items, Function<T, Object> id) {
        var ids = new HashSet<Object>();
        return items.stream()
                .map(id)
                .filter(one -> !ids.add(one))
                .map(one -> "the " + what + " " + one + " is answered twice");
    }

    private static <T> Map<String, T> byKey(List<T> items, Function<T, String> key) {
        var map = new TreeMap<String, T>();
        items.forEach(item -> map.put(key.apply(item), item));
        return map;
    }

    private static Map<String, Integer> revisions(Map<String, Turn> turns) {
        var revisions = new TreeMap<String, Integer>();
        turns.forEach((id, turn) -> revisions.put(id, turn.revision()));
        return revisions;
    }
}
