package footfall.topology;

import static footfall.topology.SessionsThroughTheDriverTest.LONG;
import static footfall.topology.SessionsThroughTheDriverTest.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.testkit.Fold;
import footfall.testkit.MessageTokens;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.turn.SessionUsage.SessionTokens;
import footfall.turn.Tokens;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The last summaries of a story are those of its files, however its lines arrive. */
class SessionStoriesThroughTheDriverTest {
    /** The tokens of Codex are compared with ccusage's, those of Copilot with those of another implementation. */
    private static final Set<String> ELSEWHERE = Set.of("codex", "copilot");

    @TempDir
    Path state;

    private interface Way {
        void go(Driver driver, Shipment shipment);
    }

    private Stream<DynamicTest> each(Way way) {
        return Story.all().stream()
                .map(story -> dynamicTest(story.sentence(), () -> {
                    var shipment = Shipment.of(story);
                    try (var driver = new Driver(SETTINGS, state.resolve(story.name()), Fold.NOON)) {
                        way.go(driver, shipment);
                        assertThat(driver.lastSessions()).isEqualTo(shipment.sessions(Story.PRICES));
                        var tokens = MessageTokens.of(shipment.records());
                        driver.lastSessions().entrySet().stream()
                                .filter(one -> !ELSEWHERE.contains(
                                        one.getValue().product().agent()))
                                .forEach(one -> assertThat(one.getValue().tokens())
                                        .isEqualTo(one.getValue().usage().tokens().stream()
                                                .map(SessionTokens::tokens)
                                                .reduce(tokens.get(one.getKey()), Tokens::plus)));
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> aStoryThatArrivesAtOnceEndsInTheSummariesOfItsFiles() {
        return each((driver, shipment) -> driver.arrive(shipment.records()).pass(LONG));
    }

    @TestFactory
    Stream<DynamicTest> aStoryWhoseLinesComeOneByOneWithTimeForEveryTimerEndsSo() {
        return each((driver, shipment) ->
                shipment.records().forEach(sent -> driver.arrive(sent).pass(LONG)));
    }

    @TestFactory
    Stream<DynamicTest> aStoryFedTwiceEndsSoWithNoRecordMore() {
        return each((driver, shipment) -> {
            driver.arrive(shipment.records()).pass(LONG);
            int sent = driver.sessions().size();
            driver.arrive(shipment.records()).pass(LONG);
            assertThat(driver.sessions()).hasSize(sent);
        });
    }
}
