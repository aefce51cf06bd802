package footfall.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.line.LineEvents;
import footfall.testkit.Page;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * {@code topology-docs/schemas/line.json} is the contract of the topic {@code lines}: footfall's own records keep to
 * it, each record that keeps to it is read, and of any other record nothing is read that does not.
 */
class LineSchemaTest {
    private static final Path CORPUS = Path.of("../shared/corpus");

    private static JsonNode tree(byte[] json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static void keepsToTheSchema(byte[] json) {
        assertThat(LineSchema.mistakes(json)).as(new String(json)).isEmpty();
    }

    @Test
    void theSchemaIsWhatTheEventsAre() {
        Page.of("schemas/line.json").holds(LineSchema.text());
    }

    @Test
    void everyKindIsDescribedOnThePage() {
        assertThat(Page.ofRecord("line").fields().get("Kinds")).containsOnlyKeys(EventJson.KINDS.keySet());
    }

    @TestFactory
    Stream<DynamicTest> whatLeavesOfAStoryKeepsToTheSchema() {
        return Story.all().stream()
                .map(story -> dynamicTest(
                        story.sentence(),
                        () -> Shipment.of(story).records().forEach(sent -> keepsToTheSchema(sent.value()))));
    }

    @Test
    void whatLeavesOfRealTranscriptsKeepsToTheSchema() {
        assumeTrue(Files.isDirectory(CORPUS));
        for (var sent : Shipment.below(CORPUS, Shipment.BOX).records()) {
            // Without the record: a failure names places only.
            assertThat(LineSchema.mistakes(sent.value()).isEmpty())
                    .as(sent.lineHeaders().toString())
                    .isTrue();
        }
    }

    @Test
    void whateverAFieldContainsIsReadIfItKeepsToTheSchemaAndKeepsToItWhenItIsWrittenAgain() throws IOException {
        for (var kind : EventJsonTest.KINDS) {
            var event = EventJson.written(LineEvents.of(EventJsonTest.sample(kind)));
            for (int at = 0; at < containers(tree(event)).size(); at++) {
                if (containers(tree(event)).get(at) instanceof ObjectNode object) {
                    for (var name : LineSchema.names(object)) {
                        for (var value : EventJsonTest.VALUES) {
                            var changed = tree(event);
                            ((ObjectNode) containers(changed).get(at)).set(name, tree(value.getBytes()));
                            agrees(changed);
                        }
                        var less = tree(event);
                        ((ObjectNode) containers(less).get(at)).remove(name);
                        agrees(less);
                    }
                }
            }
        }
    }

    private static List<JsonNode> containers(JsonNode root) {
        var containers = new ArrayList<JsonNode>();
        EventJsonTest.collect(root, containers);
        return containers;
    }

    @Property(tries = 500)
    void soIsWhatIsBrokenInSeveralPlaces(@ForAll long seed) throws IOException {
        var random = new Random(seed);
        var events = tree(EventJson.written(LineEvents.of(EventJsonTest.any(random))));
        for (int i = random.nextInt(4); i > 0; i--) {
            EventJsonTest.mutate(events, random);
        }
        agrees(events);
    }

    private static void agrees(JsonNode events) throws IOException {
        var json = Json.MAPPER.writeValueAsBytes(events);
        var read = EventJson.read(json);
        if (LineSchema.mistakes(json).isEmpty()) {
            assertThat(read).as(events.toString()).isPresent();
        }
        read.ifPresent(what -> keepsToTheSchema(EventJson.written(what)));
    }
}
