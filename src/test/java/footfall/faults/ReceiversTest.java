package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Story;
import footfall.testkit.Turns;
import footfall.turn.Turn;
import footfall.view.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Each guarantee about what clients received reports every way in which that differs from the topics. */
class ReceiversTest extends OverChangedTopics {
    private static final Observed.Revision ONE = new Observed.Revision("s2:1", 0);

    private static List<String> wrongAnswers(Observed observed) {
        return new AnswersEqualFiles().broken(observed).toList();
    }

    @Test
    void holdsWhereNobodyIsAsked() {
        assertThat(wrongAnswers(whole)).isEmpty();
        assertThat(wrongAnswers(changed.withAnswers(List.of()))).isEmpty();
    }

    @Test
    void aWrongAnswerOfOneInstanceIsReported() {
        var last = whole.received().answers().get(0).turns().size() - 1;
        var turn = whole.received().answers().get(0).turns().get(last);
        var id = turn.id().turnId();
        assertThat(wrongAnswers(changed.withAnswer(turns -> turns.subList(0, last), Coverage.COMPLETE)))
                .hasSize(2)
                .anyMatch(message -> message.startsWith("stream-0: the turn " + id + " is null and not "))
                .contains("stream-0: the revision of turn " + id + " is null and not 0");
        assertThat(wrongAnswers(changed.withAnswer(
                        turns -> {
                            turns.set(last, Turns.revised(turn, 1));
                            return turns;
                        },
                        Coverage.COMPLETE)))
                .containsExactly("stream-0: the revision of turn " + id + " is 1 and not 0");
        assertThat(wrongAnswers(changed.withAnswer(
                        turns -> {
                            turns.add(turn);
                            return turns;
                        },
                        Coverage.COMPLETE)))
                .containsExactly("stream-0: the turn " + id + " is answered twice");
    }

    @Test
    void anAnswerThatIsNotWholeAndNoAnswerAreReported() {
        var missing = new Coverage.Missing("127.0.0.1:1", List.of(2), "no answer");
        for (var coverage :
                List.of(Coverage.of(List.of(missing), List.of(), null), Coverage.of(List.of(), List.of(3), null))) {
            assertThat(wrongAnswers(changed.withAnswer(turns -> turns, coverage)))
                    .containsExactly("stream-0: the answer is not whole: " + coverage);
        }
        var silent = changed.withAnswers(List.of(Answered.failed("stream-1", "it is silent")));
        assertThat(wrongAnswers(silent)).containsExactly("stream-1: no answer: it is silent");
    }

    @Test
    void aForgottenSessionInAnAnswerIsReported() throws Exception {
        var talk = new GrowingTalk(home, 0);
        var forgotten = Set.of("s2");
        var files = Observed.files(talk, forgotten, Story.RULES);
        var observed = new Observed(files, whole.topics(), whole.received(), forgotten);
        assertThat(wrongAnswers(observed))
                .anyMatch(message -> message.startsWith("stream-0: the turn s2:0 is "))
                .anyMatch(message -> message.startsWith("stream-0: the session s2 is "));
    }

    private static Map<String, Integer> steps() {
        var steps = new TreeMap<String, Integer>();
        whole.topics().lastTurns().forEach((id, turn) -> {
            if (turn.product().agent().equals(NowPage.AGENT)) {
                steps.put(id, turn.size().length());
            }
        });
        return steps;
    }

    private static List<String> wrongPage(PageContent shown) {
        return new PageShowsTurns()
                .broken(changed.with(whole.received().withPage(shown)))
                .toList();
    }

    private static List<String> wrongPage(Consumer<Map<String, Integer>> change) {
        var steps = steps();
        change.accept(steps);
        return wrongPage(new PageContent("live", steps, List.of(), List.of(), List.of()));
    }

    @Test
    void holdsWhereThePageShowsEachTurnAndWhereThereIsNoPage() {
        assertThat(wrongPage(steps -> {})).isEmpty();
        assertThat(steps()).hasSizeBetween(20, 40);
        assertThat(new PageShowsTurns().broken(whole)).isEmpty();
    }

    @Test
    void aTurnThatIsNotShownOrThatNobodyEmittedIsReported() {
        assertThat(wrongPage(steps -> steps.remove("s2:1")))
                .containsExactly("the page shows null steps of the turn s2:1, which has 5");
        assertThat(wrongPage(steps -> steps.put("s9:0", 3)))
                .containsExactly("the page shows 3 steps of the turn s9:0, which has null");
    }

    @Test
    void aTurnWithTheStepsOfAnOlderRevisionIsReported() {
        assertThat(wrongPage(steps -> steps.put("s2:1", 4)))
                .containsExactly("the page shows 4 steps of the turn s2:1, which has 5");
    }

    @Test
    void whatIsOpenOrAlarmedOrWrongOrLostIsReported() {
        assertThat(wrongPage(new PageContent("lost", steps(), List.of("s1:0"), List.of("s2:0"), List.of("no answer"))))
                .containsExactlyInAnyOrder(
                        "the connection of the page is lost",
                        "the page shows the turn s1:0 as open",
                        "the page shows an alert of the turn s2:0",
                        "the page reports: no answer");
    }

    private static List<String> wrongRows(Consumer<List<Turn>> change) {
        var rows = new ArrayList<>(whole.topics().lastTurns().values());
        change.accept(rows);
        return new SinkEqualsTurns()
                .broken(changed.with(whole.received().withStored(rows)))
                .toList();
    }

    @Test
    void holdsWhereTheRowsAreTheTurnsAndWhereThereIsNoSink() {
        assertThat(wrongRows(rows -> {})).isEmpty();
        assertThat(new SinkEqualsTurns().broken(whole)).isEmpty();
    }

    @Test
    void aRowThatIsMissingIsReported() {
        assertThat(wrongRows(rows -> rows.remove(0))).hasSize(1).allMatch(message -> message.endsWith(" has no row"));
    }

    @Test
    void theRowOfATurnThatNobodyEmittedIsReported() {
        var gone = whole.topics().turns().get(3);
        var observed = changed.withTurns(turns -> {
            turns.remove(gone);
            return turns;
        });
        var rows = List.copyOf(whole.topics().lastTurns().values());
        var clients = whole.received().withStored(rows);
        assertThat(new SinkEqualsTurns()
                        .broken(new Observed(observed.files(), observed.topics(), clients, observed.forgotten())))
                .containsExactly("the row of the turn " + gone.key() + " is left, and the turn is not on turns");
    }

    @Test
    void anOlderRevisionIsReported() {
        assertThat(wrongRows(rows -> rows.set(0, Turns.revised(rows.get(0), 7))))
                .hasSize(1)
                .allMatch(message -> message.contains(" at revision 7 and not ") && message.endsWith(" at revision 0"));
    }

    @Test
    void aSecondRowOfATurnIsReported() {
        assertThat(wrongRows(rows -> rows.add(rows.get(0)))).contains("more rows than turns: 1");
    }

    private static List<String> wrongEvents(Consumer<List<Observed.Revision>> change) {
        var events = new ArrayList<>(whole.topics().turns().stream()
                .map(logged ->
                        new Observed.Revision(logged.key(), logged.value().revision()))
                .toList());
        change.accept(events);
        var observed = changed.with(whole.received().withEvents(events));
        return new EveryEventOnce().broken(observed).toList();
    }

    @Test
    void holdsWhereEachRecordCameOnceAndWhereNobodyReadEvents() {
        assertThat(wrongEvents(events -> {})).isEmpty();
        assertThat(new EveryEventOnce().broken(whole)).isEmpty();
    }

    @Test
    void anEventThatDidNotComeIsReported() {
        assertThat(wrongEvents(events -> events.remove(ONE)))
                .containsExactly("of the turn s2:1 the revisions [] came as events, and [0] are on turns");
    }

    @Test
    void anEventThatCameTwiceIsReported() {
        assertThat(wrongEvents(events -> events.add(ONE)))
                .containsExactly("of the turn s2:1 the revisions [0, 0] came as events, and [0] are on turns");
    }

    @Test
    void anEventWithoutARecordIsReported() {
        assertThat(wrongEvents(events -> events.add(new Observed.Revision("s9:0", 3))))
                .containsExactly("of the turn s9:0 the revisions [3] came as events, and [] are on turns");
    }

    @Test
    void aGapThatTheProcessorReportsIsReported() {
        assertThat(wrongEvents(events -> events.add(Observed.Revision.MISSING))).hasSize(1);
    }

    private static List<String> wrongExports(Consumer<Map<String, Set<String>>> change) {
        var observed = changed.withExported(exported -> {
            change.accept(exported);
            return exported;
        });
        return new EveryTurnExported().broken(observed).toList();
    }

    @Test
    void holdsWhereEachTurnIsInATrace() {
        assertThat(wrongExports(exported -> {})).isEmpty();
    }

    @Test
    void aTurnThatIsNotExportedIsReported() {
        assertThat(wrongExports(exported -> exported.remove("s2:1"))).containsExactly("the turn s2:1 is not exported");
    }

    @Test
    void aTurnInTwoTracesIsReported() {
        assertThat(wrongExports(exported -> exported.put("s2:1", Set.of("a", "b"))))
                .hasSize(1)
                .allMatch(message -> message.startsWith("the turn s2:1 is in several traces: "));
    }

    @Test
    void anExportedTurnThatNobodyEmittedIsReported() {
        assertThat(wrongExports(exported -> exported.put("s9:0", Set.of("a"))))
                .containsExactly("the turn s9:0 is exported, and not on turns");
    }
}
