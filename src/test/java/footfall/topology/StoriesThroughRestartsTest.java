package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.turn.Turn;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each story, redacted, through tasks that restart after each line: the same turns as from its files. */
class StoriesThroughRestartsTest {
    @TestFactory
    Stream<DynamicTest> aStoryWhoseTasksRestartAfterEachLineEndsAsItsFiles() {
        return Story.all().stream().map(story -> dynamicTest(story.sentence(), () -> tell(story)));
    }

    private static void tell(Story story) {
        var shipment = Shipment.of(story);
        var topology = new MemoryTopology(Defaults.topology(Story.RULES), Fold.NOON);
        shipment.records().forEach(sent -> topology.arrive(sent).restart());
        assertThat(TurnText.of(turns(topology.end().latest()).values()))
                .isEqualTo(TurnText.of(shipment.turns(Story.RULES).values()));
    }

    private static Map<String, Turn> turns(Map<String, Object> latest) {
        var turns = new TreeMap<String, Turn>();
        latest.forEach((key, value) -> {
            if (value instanceof Turn turn) {
                turns.put(key, turn);
            }
        });
        return turns;
    }
}
