package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.OpenCodeFiles;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The turns of 16 sessions of OpenCode, which ran against a model server that knows what it sent, against what
 * happened. Skipped without them. {@code opencode/differences.json} of the resources says why words
 * differ.
 */
public class OpenCodeCorpusTest {
    public static final Path CORPUS = Path.of("..", "shared", "corpus-opencode");
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theTurnsOfTheCorpusAreWhatHappened() throws Exception {
        assumeThat(CORPUS).exists();
        var truth = truth(CORPUS);
        assertThat(found(CorpusView.turns(CORPUS))).containsExactlyInAnyOrderEntriesOf(truth);
        assertThat(truth).hasSize(27);
    }

    @Test
    void theEventsThatLeaveGiveTheSameTurns() throws Exception {
        assumeThat(CORPUS).exists();
        var sent = Shipment.below(CORPUS, Shipment.BOX);
        var turns = sent.turns(Story.RULES).values();
        assertThat(found(List.copyOf(turns))).containsExactlyInAnyOrderEntriesOf(truth(CORPUS));
        assertThat(turns)
                .extracting(OpenCodeCorpusTest::categories)
                .containsExactlyInAnyOrderElementsOf(CorpusView.turns(CORPUS).stream()
                        .map(OpenCodeCorpusTest::categories)
                        .toList());
    }

    /** The files have the turns that were not undone. */
    @Test
    void theFilesOfOlderVersionsHaveTheSameTurns(@TempDir Path folder) throws Exception {
        assumeThat(CORPUS).exists();
        OpenCodeFiles.write(CORPUS.resolve("opencode.db"), folder.resolve("opencode"));
        var truth = truth(CORPUS);
        truth.keySet().removeIf(turn -> turn.startsWith(undone()));
        var turns = found(CorpusView.turns(folder.resolve("opencode")));
        turns.keySet().removeIf(turn -> turn.startsWith(undone()));
        assertThat(turns).containsExactlyInAnyOrderEntriesOf(truth);
        assertThat(truth).hasSize(24);
        var sent = Shipment.below(folder.resolve("opencode"), Shipment.BOX)
                .turns(Story.RULES)
                .values();
        var left = found(List.copyOf(sent));
        left.keySet().removeIf(turn -> turn.startsWith(undone()));
        assertThat(left).containsExactlyInAnyOrderEntriesOf(truth);
    }

    /** The session with a turn that was undone. */
    private static String undone() {
        try {
            for (var session :
                    JSON.readTree(CORPUS.resolve("truth.json").toFile()).properties()) {
                if (!session.getValue().findValues("undone").isEmpty()) {
                    return session.getKey();
                }
            }
            throw new IllegalStateException("no turn was undone");
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static List<String> categories(Turn turn) {
        return TurnJson.tree(TurnJson.line(turn)).path("steps").findValuesAsText("category");
    }

    /** What it reckons of all messages, those of a compaction, too, but of no copies and no subagents. */
    @Test
    void theOwnCostOfASessionIsWhatItsMessagesCost() throws Exception {
        assumeThat(CORPUS).exists();
        var found = new TreeMap<String, BigDecimal>();
        Shipment.below(CORPUS, Shipment.BOX)
                .sessions(Story.PRICES)
                .forEach((session, summary) -> found.put(session, summary.bill().agentCostUsd()));
        var expected = new TreeMap<String, BigDecimal>();
        JSON.readTree(CORPUS.resolve("truth.json").toFile()).properties().forEach(session -> {
            var cost = BigDecimal.ZERO;
            for (var turn : session.getValue()) {
                cost = turn.has("copy_of") ? cost : cost.add(turn.path("cost").decimalValue());
                for (var compaction : turn.path("compactions")) {
                    cost = cost.add(compaction.path("cost").decimalValue());
                }
            }
            if (!session.getValue().path(0).has("parent")) {
                expected.put(session.getKey(), cost);
            }
        });
        assertThat(found)
                .usingComparatorForType(BigDecimal::compareTo, BigDecimal.class)
                .isEqualTo(expected);
    }

    /** Turns as texts, by their ID. */
    public static TreeMap<String, String> found(List<Turn> turns) throws IOException {
        var found = new TreeMap<String, String>();
        for (var turn : turns) {
            var tree = TurnJson.tree(TurnJson.line(turn));
            var tokens = tree.path("tokens");
            found.put(
                    turn.id().turnId(),
                    "steps=" + steps(tree.path("steps")) + " closed_by="
                            + tree.path("closed_by").asText() + " tokens="
                            + List.of(
                                    tokens.path("input").asLong(),
                                    tokens.path("output").asLong(),
                                    tokens.path("cache_read").asLong(),
                                    tokens.path("cache_creation").asLong())
                            + " copy=" + tree.path("copy_of").asText("-") + " compactions="
                            + tree.path("compactions").asInt());
        }
        return found;
    }

    private static List<String> steps(JsonNode steps) {
        var found = new ArrayList<String>();
        steps.forEach(step -> found.add(
                step.path("tool").asText() + " " + step.path("outcome").asText()));
        return found;
    }

    public static TreeMap<String, String> truth(Path corpus) throws IOException {
        var turns = new TreeMap<String, String>();
        JSON.readTree(corpus.resolve("truth.json").toFile()).properties().forEach(session -> {
            var parent = session.getValue().path(0).path("parent").asText("");
            var trail = parent.isEmpty() ? session.getKey() : parent + "/" + session.getKey();
            int compactions = 0;
            for (var turn : session.getValue()) {
                turns.put(trail + ":" + turn.path("prompt_no").asInt(), truth(turn, compactions));
                compactions = turn.path("compactions").size();
            }
        });
        return turns;
    }

    /** {@code compactions}: after the turn before, which had ended. */
    private static String truth(JsonNode turn, int compactions) {
        var steps = new ArrayList<String>();
        turn.path("steps").forEach(step -> steps.add(step.path("tool").asText() + " " + outcome(turn, step)));
        var closedBy = turn.path("closed_by").asText();
        return "steps=" + steps + " closed_by="
                + switch (closedBy) {
                    case "rejected" -> "interrupted";
                    case "none" -> "next_prompt";
                    default -> closedBy;
                }
                + " tokens="
                + List.of(
                        turn.path("input").asLong(),
                        turn.path("output").asLong() + turn.path("reasoning").asLong(),
                        turn.path("cache_read").asLong(),
                        turn.path("cache_write").asLong())
                + " copy=" + (turn.has("copy_of") ? "unknown" : "-") + " compactions="
                + compactions;
    }

    /** Truth has one word for a person's no and for that of a rule, after which the turn goes on. */
    private static String outcome(JsonNode turn, JsonNode step) {
        return switch (step.path("outcome").asText()) {
            case "cancelled" -> "interrupted";
            case "rejected" -> turn.path("closed_by").asText().equals("rejected") ? "rejected" : "denied";
            default -> step.path("outcome").asText();
        };
    }
}
