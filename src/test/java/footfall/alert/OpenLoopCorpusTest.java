package footfall.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.line.LineParser;
import footfall.report.History;
import footfall.report.ReadFiles;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.testkit.Fold;
import footfall.testkit.TurnJson;
import footfall.turn.Output;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The state after each step of real turns against loops that another implementation found. Skipped without them. */
class OpenLoopCorpusTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");

    @Test
    void atTheLastStepOfEachLoopOfTheCorpusTheStateHasItsRounds() throws Exception {
        var file = CORPUS.resolve("expected").resolve("loops.jsonl");
        assumeThat(file).exists();
        var states = states();
        var expected = new TreeMap<String, Integer>();
        var found = new TreeMap<String, Integer>();
        for (var line : Files.readAllLines(file)) {
            var turn = TurnJson.tree(line);
            var id = turn.path("turn_id").asText();
            var rounds = states.getOrDefault(id, List.of());
            assertThat(rounds).as(id).hasSize(turn.path("length").asInt());
            if (!rounds.isEmpty()) {
                expected.put(id, 0);
                found.put(id, rounds.get(rounds.size() - 1));
            }
            for (var loop : turn.path("loops").path("tool")) {
                int last = lastStep(loop);
                boolean endsTurn = last == rounds.size() - 1;
                var name = endsTurn ? id : id + "/" + last;
                expected.put(name, loop.path("rounds").asInt());
                found.put(name, rounds.get(last));
            }
        }
        assertThat(found).containsExactlyEntriesOf(expected);
        assertThat(found.values()).filteredOn(rounds -> rounds > 0).hasSize(179);
    }

    private static int lastStep(JsonNode loop) {
        return loop.path("from").asInt() + loop.path("steps").asInt() - 1;
    }

    /** Of each turn the rounds after each step. */
    private static Map<String, List<Integer>> states() throws Exception {
        var files = new ArrayList<Transcript>();
        for (var path : Transcripts.below(CORPUS, ExcludedProjects.NONE).files()) {
            files.add(Transcript.open(path));
        }
        files.sort(Transcript.ORDER);
        var fold = Fold.starting();
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        ReadFiles.read(history, files, (file, number, part) -> fold.line(file.id(), part.offset(), part.line()));
        var loops = new HashMap<String, OpenLoop>();
        var rounds = new HashMap<String, List<Integer>>();
        for (var output : fold.outputs()) {
            if (output instanceof Output.StepAppended step) {
                var turn = step.turn().trail().turnId(step.turn().head().index());
                var loop = loops.getOrDefault(turn, OpenLoop.NONE)
                        .after(step.step().use().tool(), step.step().batch());
                loops.put(turn, loop);
                rounds.computeIfAbsent(turn, none -> new ArrayList<>()).add(loop.rounds());
            }
        }
        return rounds;
    }
}
