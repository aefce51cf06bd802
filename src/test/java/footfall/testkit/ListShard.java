package footfall.testkit;

import footfall.alert.Alert;
import footfall.pattern.Subject;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.session.SessionSummary;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Slice;
import footfall.view.Tallied;
import footfall.view.ToolFold;
import footfall.view.ToolPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A shard over lists in memory. {@code tallied} is what the turns contribute to the tallies. */
public record ListShard(List<Turn> turns, List<TalliedTurn> tallied, OpenTurns open) implements Shard {
    public ListShard {
        turns = turns.stream().sorted(Comparator.comparing(Position::of)).toList();
        tallied = List.copyOf(tallied);
    }

    @Override
    public Slice<Turn> turns(Selection selection, Range range) {
        var items = new ArrayList<Turn>();
        int scanned = 0;
        var inOrder = turns.stream()
                .sorted(Comparator.comparing(Position::of, range.direction().order()))
                .toList();
        for (var turn : inOrder) {
            var position = Position.of(turn);
            if (!range.direction().isAfter(position, range.after())) {
                continue;
            }
            scanned++;
            if (selection.admits(turn)) {
                items.add(turn);
            }
            if (items.size() == range.limit() || scanned == range.scanMax()) {
                return new Slice<>(items, scanned, position);
            }
        }
        return new Slice<>(items, scanned, null);
    }

    @Override
    public Slice<SessionSummary> sessions(Selection selection, Range range) {
        return new Slice<>(List.of(), 0, null);
    }

    @Override
    public Slice<Alert> alerts(Selection selection, Range range) {
        return new Slice<>(List.of(), 0, null);
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        return turns.stream().filter(turn -> turn.id().turnId().equals(turnId)).findFirst();
    }

    @Override
    public Optional<SessionSummary> session(String sessionId) {
        return Optional.empty();
    }

    @Override
    public OpenTurns openTurns(int max) {
        return open;
    }

    @Override
    public Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        var tallies = new Tallies(null);
        tallied.stream()
                .filter(one -> turn(one.turnId()).filter(selection::admits).isPresent())
                .forEach(tallies::add);
        return new Tallied(tallies.of(kinds).toList(), tallied.size(), null);
    }

    @Override
    public ToolPart tool(String tool, Selection selection, int scanMax) {
        var fold = new ToolFold(tool);
        turns.stream().filter(selection::admits).forEach(fold::add);
        return fold.part(turns.size(), null);
    }
}
