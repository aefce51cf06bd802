package footfall.redact;

import footfall.line.FileId;
import footfall.line.LineEvents;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.testkit.Defaults;
import footfall.testkit.Turns;
import footfall.turn.Arrival;
import footfall.turn.Detours;
import footfall.turn.Output;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The last revision of each turn, the texts of errors emptied. */
final class Folded {
    private final boolean isWithSubjects;
    private final TurnFold fold = new TurnFold(Defaults.TURNS);
    private final MemoryRows rows = new MemoryRows();
    private final Set<TrailId> trails = new LinkedHashSet<>();
    private final Map<String, Turn> turns = new LinkedHashMap<>();

    Folded(RedactRules rules) {
        // Without the detail of errors, no missing command leaves, and detours count by it.
        this.isWithSubjects = rules.errors() != RedactRules.ErrorDetail.OFF;
    }

    /** Folds the events of a line; there must be some. */
    void line(FileId file, long offset, LineEvents line) {
        var arrival = new Arrival(file, offset, Arrival.UNKNOWN, Instant.EPOCH, null, "host", "user");
        trails.add(TrailId.of(line.first().envelope()));
        fold.line(rows, arrival, line, this::take);
    }

    Map<String, Turn> turns() {
        trails.forEach(trail -> fold.end(rows, trail, this::take));
        return turns;
    }

    private void take(Output output) {
        if (output instanceof Output.TurnEmitted emitted) {
            turns.put(emitted.turn().id().turnId(), withoutErrors(emitted.turn()));
        }
    }

    private Turn withoutErrors(Turn t) {
        var steps = t.steps().stream().map(this::withoutError).toList();
        return Turns.with(t, Map.of("steps", steps, "detours", isWithSubjects ? t.detours() : Detours.NONE));
    }

    private Step withoutError(Step s) {
        var result = s.result();
        return new Step(
                s.sequence(),
                s.use(),
                s.parallel(),
                new Step.Result(
                        result.outcome(),
                        result.permission(),
                        result.error() == null ? null : "",
                        result.category(),
                        isWithSubjects ? result.subject() : null,
                        result.bashCategory(),
                        result.fileExtension(),
                        result.inputBytes(),
                        result.resultBytes(),
                        result.subagent()));
    }
}
