package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Reports each turn whose events are not the records of the topic. */
class EveryEventOnceTest extends OverChangedTopics {
    private static final Observed.Revision ONE = new Observed.Revision("s2:1", 0);

    private static List<String> broken(Consumer<List<Observed.Revision>> change) {
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
        assertThat(broken(events -> {})).isEmpty();
        assertThat(new EveryEventOnce().broken(whole)).isEmpty();
    }

    @Test
    void anEventThatDidNotComeIsReported() {
        assertThat(broken(events -> events.remove(ONE)))
                .containsExactly("of the turn s2:1 the revisions [] came as events, and [0] are on turns");
    }

    @Test
    void anEventThatCameTwiceIsReported() {
        assertThat(broken(events -> events.add(ONE)))
                .containsExactly("of the turn s2:1 the revisions [0, 0] came as events, and [0] are on turns");
    }

    @Test
    void anEventWithoutARecordIsReported() {
        assertThat(broken(events -> events.add(new Observed.Revision("s9:0", 3))))
                .containsExactly("of the turn s9:0 the revisions [3] came as events, and [] are on turns");
    }

    @Test
    void aGapThatTheProcessorReportsIsReported() {
        assertThat(broken(events -> events.add(Observed.Revision.MISSING))).hasSize(1);
    }
}
