package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Reports each turn that the page shows wrongly, and what the page itself reports. */
class PageShowsTurnsTest extends OverChangedTopics {
    private static Map<String, Integer> steps() {
        var steps = new TreeMap<String, Integer>();
        whole.topics().lastTurns().forEach((id, turn) -> {
            if (turn.product().agent().equals(NowPage.AGENT)) {
                steps.put(id, turn.size().length());
            }
        });
        return steps;
    }

    private static List<String> broken(PageContent shown) {
        return new PageShowsTurns()
                .broken(changed.with(whole.received().withPage(shown)))
                .toList();
    }

    private static List<String> broken(Consumer<Map<String, Integer>> change) {
        var steps = steps();
        change.accept(steps);
        return broken(new PageContent("live", steps, List.of(), List.of(), List.of()));
    }

    @Test
    void holdsWhereThePageShowsEachTurnAndWhereThereIsNoPage() {
        assertThat(broken(steps -> {})).isEmpty();
        assertThat(steps()).hasSizeBetween(20, 40);
        assertThat(new PageShowsTurns().broken(whole)).isEmpty();
    }

    @Test
    void aTurnThatIsNotShownOrThatNobodyEmittedIsReported() {
        assertThat(broken(steps -> steps.remove("s2:1")))
                .containsExactly("the page shows null steps of the turn s2:1, which has 5");
        assertThat(broken(steps -> steps.put("s9:0", 3)))
                .containsExactly("the page shows 3 steps of the turn s9:0, which has null");
    }

    @Test
    void aTurnWithTheStepsOfAnOlderRevisionIsReported() {
        assertThat(broken(steps -> steps.put("s2:1", 4)))
                .containsExactly("the page shows 4 steps of the turn s2:1, which has 5");
    }

    @Test
    void whatIsOpenOrAlarmedOrWrongOrLostIsReported() {
        assertThat(broken(new PageContent("lost", steps(), List.of("s1:0"), List.of("s2:0"), List.of("no answer"))))
                .containsExactlyInAnyOrder(
                        "the connection of the page is lost",
                        "the page shows the turn s1:0 as open",
                        "the page shows an alert of the turn s2:0",
                        "the page reports: no answer");
    }
}
