package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A session has the same texts, prompts and interrupts on the topic and in the list of its files. */
class SummariesEqualReportsTest {
    @TempDir
    Path home;

    @TestFactory
    Stream<DynamicTest> ofEachStory() {
        return Story.all().stream()
                .map(story -> dynamicTest(
                        story.sentence(), () -> assertThat(summaries(story)).isEqualTo(reports(story))));
    }

    /** Lists leave out a session that has nothing. */
    private static Map<String, String> summaries(Story story) throws IOException {
        var counts = new TreeMap<String, String>();
        Shipment.of(story).sessions(Story.PRICES).forEach((id, one) -> {
            if (!one.hasNothing()) {
                var turns = one.turns();
                counts.put(id, turns.turnCount() + " " + turns.promptCount() + " " + turns.interruptCount());
            }
        });
        return counts;
    }

    private Map<String, String> reports(Story story) throws IOException {
        var listed = new Terminal(home).run("sessions", "--json", "--from", "src/test/stories/" + story.name());
        var counts = new TreeMap<String, String>();
        for (var one : Json.MAPPER.readTree(listed.out())) {
            counts.put(
                    one.get("session_id").asText(),
                    one.get("turn_count") + " " + one.get("prompt_count") + " " + one.get("interrupt_count"));
        }
        return counts;
    }
}
