package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.Outcome;
import footfall.line.Parsed;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.testkit.FedFile;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Story;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The places of lines are those of their steps in the turns that the fold emits. */
class LinePlaceProperties {
    private final Map<String, Turn> turns = new TreeMap<>();
    private final Map<String, String> called = new TreeMap<>();
    private final Map<String, String> completed = new TreeMap<>();
    private final Map<String, String> prompted = new HashMap<>();

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    @Property(tries = 400)
    void everyStepIsWhereItsCallAndItsResultWereFolded(@ForAll("scripts") Script script) {
        fold(FedFile.of("s1.jsonl", script.transcript("s1").bytes()));
        var steps = new TreeMap<String, String>();
        var done = new TreeMap<String, String>();
        turns.values()
                .forEach(turn -> turn.steps().forEach(step -> {
                    var key = turn.id().turnId() + " " + step.sequence();
                    steps.put(key, step.use().tool() + " " + step.use().toolUseId());
                    if (step.result().outcome() != Outcome.PENDING) {
                        done.put(key, step.use().tool() + " " + step.use().toolUseId());
                    }
                }));
        assertThat(called).isEqualTo(steps);
        assertThat(completed).isEqualTo(done);
        turns.forEach((id, turn) -> {
            if (turn.prompt().promptUuid() != null) {
                assertThat(prompted).containsEntry(turn.prompt().promptUuid(), id);
            }
        });
    }

    private void fold(FedFile file) {
        turns.clear();
        called.clear();
        completed.clear();
        prompted.clear();
        var rows = new MemoryRows();
        var fold = new TurnFold(Story.RULES);
        for (var part : file.parts()) {
            if (part instanceof Parsed.Accepted accepted) {
                var arrival = new Arrival(
                        file.file().id(), accepted.offset(), Arrival.UNKNOWN, Instant.EPOCH, null, null, null);
                fold.place(rows, arrival, LineEvents.of(accepted.line()), accepted.line(), this::emitted)
                        .ifPresent(place -> note(accepted.line(), place));
            }
        }
        rows.trails(FoldRows.TRAIL).forEach(trail -> fold.end(rows, trail, this::emitted));
    }

    private void emitted(Output output) {
        if (output instanceof Output.TurnEmitted emitted) {
            turns.put(emitted.turn().id().turnId(), emitted.turn());
        }
    }

    private void note(Line line, LinePlace place) {
        var turn = place.trail().turnId(place.turn());
        if (line instanceof Line.Assistant assistant) {
            note(turn, place, ids(assistant), called);
        } else if (line instanceof Line.ToolResults results) {
            var ids = new ArrayList<String>();
            results.results().forEach(result -> ids.add(result.toolUseId()));
            note(turn, place, ids, completed);
        } else if (line instanceof Line.Prompt && line.envelope().uuid() != null) {
            prompted.put(line.envelope().uuid(), turn);
        }
        assertThat(place.trail()).isEqualTo(TrailId.of(line.envelope()));
    }

    private static List<String> ids(Line.Assistant line) {
        var ids = new ArrayList<String>();
        line.toolUses().forEach(use -> ids.add(use.id()));
        return ids;
    }

    private static void note(String turn, LinePlace place, List<String> ids, Map<String, String> into) {
        for (int i = 0; i < ids.size(); i++) {
            var step = place.steps().get(i);
            if (step.exists()) {
                var before = into.put(turn + " " + step.order(), step.tool() + " " + ids.get(i));
                assertThat(before).isNull();
            }
        }
    }
}
