package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Story;
import footfall.testkit.Turns;
import footfall.view.Coverage;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reports each way in which the answer of an instance differs from the files, with the name of the instance. */
class AnswersEqualFilesTest extends OverChangedTopics {
    private static List<String> broken(Observed observed) {
        return new AnswersEqualFiles().broken(observed).toList();
    }

    @Test
    void holdsWhereNobodyIsAsked() {
        assertThat(broken(whole)).isEmpty();
        assertThat(broken(changed.withAnswers(List.of()))).isEmpty();
    }

    @Test
    void aWrongAnswerOfOneInstanceIsReported() {
        var last = whole.received().answers().get(0).turns().size() - 1;
        var turn = whole.received().answers().get(0).turns().get(last);
        var id = turn.id().turnId();
        assertThat(broken(changed.withAnswer(turns -> turns.subList(0, last), Coverage.COMPLETE)))
                .hasSize(2)
                .anyMatch(message -> message.startsWith("stream-0: the turn " + id + " is null and not "))
                .contains("stream-0: the revision of turn " + id + " is null and not 0");
        assertThat(broken(changed.withAnswer(
                        turns -> {
                            turns.set(last, Turns.revised(turn, 1));
                            return turns;
                        },
                        Coverage.COMPLETE)))
                .containsExactly("stream-0: the revision of turn " + id + " is 1 and not 0");
        assertThat(broken(changed.withAnswer(
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
            assertThat(broken(changed.withAnswer(turns -> turns, coverage)))
                    .containsExactly("stream-0: the answer is not whole: " + coverage);
        }
        var silent = changed.withAnswers(List.of(Answered.failed("stream-1", "it is silent")));
        assertThat(broken(silent)).containsExactly("stream-1: no answer: it is silent");
    }

    @Test
    void aForgottenSessionInAnAnswerIsReported() throws Exception {
        var talk = new GrowingTalk(home, 0);
        var forgotten = Set.of("s2");
        var files = Observed.files(talk, forgotten, Story.RULES);
        var observed = new Observed(files, whole.topics(), whole.received(), forgotten);
        assertThat(broken(observed))
                .anyMatch(message -> message.startsWith("stream-0: the turn s2:0 is "))
                .anyMatch(message -> message.startsWith("stream-0: the session s2 is "));
    }
}
