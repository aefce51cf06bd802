package footfall.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.Fold;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.turn.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The tokens of the sessions in the stories of Copilot: those of the main agent's turns, and those that another
 * implementation found in no turn.
 */
class CopilotCountersTest {
    private static final Path EXPECTED = Path.of("src", "test", "resources", "copilot", "expected", "counters.jsonl");

    @Test
    void aSessionHasTheTokensOfItsTurnsAndThoseThatOnlyItsCountersContain() throws IOException {
        var found = new TreeMap<String, Tokens>();
        var expected = new TreeMap<String, Tokens>();
        var json = new ObjectMapper();
        for (var line : Files.readAllLines(EXPECTED)) {
            var rest = json.readTree(line);
            add(expected, rest.path("session_id").asText(), tokens(rest));
        }
        for (var story : Story.all()) {
            if (story.name().startsWith("copilot-")) {
                Shipment.of(story)
                        .sessions(Story.PRICES)
                        .forEach((id, summary) -> found.put(id, summary.tokens().withZeros()));
                Fold.files(story.files()).stream()
                        .filter(turn -> turn.id().agentId() == null)
                        .forEach(turn -> add(
                                expected,
                                turn.id().sessionId().value(),
                                turn.spend().tokens().withZeros()));
            }
        }
        assertThat(found).isEqualTo(expected).hasSize(15);
    }

    private static void add(Map<String, Tokens> sums, String session, Tokens more) {
        sums.merge(
                session,
                more,
                (one, other) -> new Tokens(
                        one.input() + other.input(),
                        one.output() + other.output(),
                        one.cacheCreation() + other.cacheCreation(),
                        one.cacheCreation1h() + other.cacheCreation1h(),
                        one.cacheRead() + other.cacheRead()));
    }

    private static Tokens tokens(JsonNode rest) {
        return new Tokens(
                rest.path("input").asLong(),
                rest.path("output").asLong(),
                rest.path("cache_creation").asLong(),
                0,
                rest.path("cache_read").asLong());
    }
}
