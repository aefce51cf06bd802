package footfall.report;

import footfall.call.CallDetail;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.TrailId;
import footfall.turn.LinePlace;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the steps of a turn were about, such as the file or command, from the transcripts. Reads the files
 * again that have lines of the turn's session: turns do not contain inputs.
 */
public final class StepTargets {
    /** The detail of a call without input. */
    private static final Set<String> EMPTY = Set.of("", "{}");

    private final TurnRules rules;
    private final History history;

    /** Whether a detail says nothing. */
    static boolean isEmpty(String detail) {
        return EMPTY.contains(detail);
    }

    public StepTargets(TurnRules rules, History history) {
        this.rules = rules;
        this.history = history;
    }

    private record Calls(Parsed.Accepted part, List<CallDetail> calls) {}

    /** By sequence; a step whose call has no input, or is no longer in a file, has none. */
    public Map<Integer, String> of(List<Path> places, Turn turn) throws InterruptedException {
        var trail = new TrailId(turn.id().sessionId(), turn.id().agentId());
        var edit = new Reading.Edit();
        var paths = List.copyOf(TranscriptList.paths(places, history.excluded()).paths());
        var files = new SessionScan(history).having(Set.of(trail.session()), paths, edit);
        var fold = new FileFold(rules, OwnerUuids.Owners.of(new PromptIndex()), emitted -> true);
        var targets = new TreeMap<Integer, String>();
        history.<Calls>read(
                new History.Task(TranscriptList.of(files, history.excluded()).files(), LocalFiles.NO_PROGRESS, edit),
                (file, line, details, place) ->
                        trail.equals(TrailId.of(line.line().envelope()))
                                ? new Calls(line, CallDetail.of(line.line(), details))
                                : null,
                (file, number, made) -> fold.place(file, made.part())
                        .filter(place -> place.turn() == turn.id().index())
                        .ifPresent(place -> add(place, made.calls(), targets)));
        return settled(targets, TurnRef.of(turn), fold.dropped());
    }

    private static Map<Integer, String> settled(
            Map<Integer, String> targetByOrder, TurnRef turn, FileFold.DroppedSteps dropped) {
        var targets = new TreeMap<Integer, String>();
        targetByOrder.forEach((order, target) -> {
            int sequence = dropped.sequence(turn, order);
            if (sequence != FileFold.DroppedSteps.NONE) {
                targets.put(sequence, target);
            }
        });
        return targets;
    }

    private static void add(LinePlace place, List<CallDetail> calls, Map<Integer, String> targets) {
        for (int i = 0; i < calls.size(); i++) {
            var step = place.steps().get(i);
            if (step.exists() && !isEmpty(calls.get(i).detail())) {
                targets.put(step.order(), calls.get(i).detail());
            }
        }
    }
}
