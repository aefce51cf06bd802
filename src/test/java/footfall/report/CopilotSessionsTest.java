package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.turn.SessionUsage;
import footfall.turn.Tokens;
import footfall.turn.TurnRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * What the sessions of Copilot's stories used beside their turns against what another implementation found, from files
 * and from redacted lines.
 */
class CopilotSessionsTest {
    private static final Path EXPECTED = Path.of("src", "test", "resources", "copilot", "expected", "counters.jsonl");

    private static Map<String, Tokens> expected() throws Exception {
        var expected = new TreeMap<String, Tokens>();
        for (var line : Files.readAllLines(EXPECTED)) {
            var rest = new ObjectMapper().readTree(line);
            var tokens = new Tokens(
                    rest.path("input").asLong(),
                    rest.path("output").asLong(),
                    rest.path("cache_creation").asLong(),
                    0,
                    rest.path("cache_read").asLong());
            expected.merge(rest.path("session_id").asText(), tokens, Tokens::plus);
        }
        expected.values().removeIf(Tokens.ZERO::equals);
        return expected;
    }

    private static void add(SessionUsage session, Map<String, Tokens> sums) {
        var sum = session.tokens().stream()
                .map(SessionUsage.SessionTokens::tokens)
                .reduce(Tokens.ZERO, Tokens::plus);
        if (!sum.equals(Tokens.ZERO)) {
            sums.put(session.session().value(), sum);
        }
    }

    private static List<Story> stories() {
        return Story.all().stream()
                .filter(story -> story.name().startsWith("copilot-"))
                .toList();
    }

    @Test
    void filesGiveThem() throws Exception {
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        for (var times : List.of(TurnRules.UsageTimes.HOURS, TurnRules.UsageTimes.EXACT)) {
            var found = new TreeMap<String, Tokens>();
            for (var story : stories()) {
                var turns = new FileTurns(Defaults.TURNS.with(times), history);
                try (var folded = turns.read(story.paths(), LocalFiles.NO_PROGRESS)) {
                    folded.besideMessages().forEach(one -> add(one, found));
                }
            }
            assertThat(found).isEqualTo(expected()).hasSize(9);
        }
    }

    @Test
    void summariesOfRedactedLinesHaveThem() throws Exception {
        var found = new TreeMap<String, Tokens>();
        for (var story : stories()) {
            Shipment.of(story).sessions(Story.PRICES).values().forEach(summary -> add(summary.usage(), found));
        }
        assertThat(found).isEqualTo(expected());
    }
}
