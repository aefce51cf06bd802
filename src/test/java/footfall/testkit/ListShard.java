package footfall.testkit;

import footfall.alert.Alert;
import footfall.pattern.Subject;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.session.SessionSummary;
import footfall.turn.Origin;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.OpenTurns;
import footfall.view.Records;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shard.Slice;
import footfall.view.ToolFold;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** A shard over lists in memory. {@code tallied} is what the turns contribute to the tallies. */
public record ListShard(
        List<Turn> turns,
        List<TalliedTurn> tallied,
        OpenTurns open,
        List<SessionSummary> sessions,
        List<Alert> alerts,
        Repeats repeats)
        implements Shard {
    public ListShard {
        turns = turns.stream().sorted(Comparator.comparing(Position::of)).toList();
        tallied = List.copyOf(tallied);
        sessions = List.copyOf(sessions);
        alerts = List.copyOf(alerts);
    }

    public ListShard(List<Turn> turns, List<TalliedTurn> tallied, OpenTurns open) {
        this(turns, tallied, open, List.of(), List.of(), Repeats.NONE);
    }

    /** The same with repeated lines. */
    public ListShard with(Repeats other) {
        return new ListShard(turns, tallied, open, sessions, alerts, other);
    }

    /** Only sessions and alerts. */
    public static ListShard ofRecords(List<SessionSummary> sessions, List<Alert> alerts) {
        return new ListShard(List.of(), List.of(), OpenTurns.NONE, sessions, alerts, Repeats.NONE);
    }

    @Override
    public Slice<Turn> turns(Selection selection, Range range) {
        return page(turns, Position::of, selection::admits, range);
    }

    private static <V> Slice<V> page(List<V> all, Function<V, Position> position, Predicate<V> selected, Range range) {
        var items = new ArrayList<V>();
        int scanned = 0;
        var inOrder = all.stream()
                .sorted(Comparator.comparing(position, range.direction().order()))
                .toList();
        for (var one : inOrder) {
            var at = position.apply(one);
            if (!range.direction().isAfter(at, range.after())) {
                continue;
            }
            scanned++;
            if (selected.test(one)) {
                items.add(one);
            }
            if (items.size() == range.limit() || scanned == range.scanMax()) {
                return new Slice<>(items, scanned, at);
            }
        }
        return new Slice<>(items, scanned, null);
    }

    @Override
    public Slice<SessionSummary> sessions(Selection selection, Range range) {
        return page(sessions, SessionSummary::position, one -> Records.admits(selection, one), range);
    }

    @Override
    public Slice<Alert> alerts(Selection selection, Range range) {
        return page(alerts, Alert::position, one -> Records.admits(selection, one), range);
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        return turns.stream().filter(turn -> turn.id().turnId().equals(turnId)).findFirst();
    }

    @Override
    public Optional<SessionSummary> session(String sessionId) {
        return sessions.stream()
                .filter(one -> one.sessionId().value().equals(sessionId))
                .findFirst();
    }

    @Override
    public List<String> sessionIds(String prefix, int max) {
        return sessions.stream()
                .map(one -> one.sessionId().value())
                .filter(id -> id.startsWith(prefix))
                .sorted()
                .toList();
    }

    @Override
    public OpenTurns openTurns(Selection selection, int max) {
        return selected(open, selection);
    }

    public static OpenTurns selected(OpenTurns open, Selection selection) {
        var turns = open.turns().stream()
                .filter(turn -> selection.admits(
                        new Selection.Head(turn.sessionId().value(), turn.project(), turn.startedAt(), turn.length())))
                .filter(turn -> selection.admits(turn.product()))
                .filter(turn -> selection.admits(new Origin(turn.project(), turn.host(), turn.user())))
                .toList();
        return new OpenTurns(turns, turns.size());
    }

    @Override
    public Shard.Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return new Shard.Tallied(tallies(selection).of(kinds).toList(), tallied.size(), null);
    }

    @Override
    public Shard.SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return new Shard.SamplePart(tallies(selection).sample(kinds), tallied.size(), null);
    }

    private Tallies tallies(Selection selection) {
        var tallies = new Tallies(null);
        tallied.stream()
                .filter(one -> turn(one.turnId()).filter(selection::admits).isPresent())
                .forEach(tallies::add);
        return tallies;
    }

    @Override
    public Shard.ToolPart tool(String tool, Selection selection, int scanMax) {
        var fold = new ToolFold(tool);
        turns.stream().filter(selection::admits).forEach(fold::add);
        return fold.part(turns.size(), null);
    }
}
