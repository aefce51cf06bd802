package footfall.ask;

import footfall.alert.Alert;
import footfall.pattern.Subject;
import footfall.session.SessionSummary;
import footfall.turn.Turn;
import footfall.view.OpenTurns;
import footfall.view.SamplePart;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Slice;
import footfall.view.StoreKind;
import footfall.view.Tallied;
import footfall.view.ToolPart;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A shard without content, which notes what a question reads. */
final class TargetProbe implements Shard {
    private Target target = new Target(Set.of(), Set.of());

    private TargetProbe() {}

    static Target of(Function<Shard, ?> question) {
        var probe = new TargetProbe();
        question.apply(probe);
        return probe.target;
    }

    private void log(Selection selection) {
        target = new Target(
                Set.of(StoreKind.LOG), selection.session().map(Set::of).orElse(Set.of()));
    }

    @Override
    public Slice<Turn> turns(Selection selection, Range range) {
        log(selection);
        return Slice.none();
    }

    @Override
    public Slice<SessionSummary> sessions(Selection selection, Range range) {
        log(selection);
        return Slice.none();
    }

    @Override
    public Slice<Alert> alerts(Selection selection, Range range) {
        log(selection);
        return Slice.none();
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        target = new Target(Set.of(StoreKind.LOG, StoreKind.TRAILS), sessions(turnId));
        return Optional.empty();
    }

    /** The sessions that a turn with this ID may have. IDs may contain the separators {@code /} and {@code :}. */
    private static Set<String> sessions(String turnId) {
        var sessions = new HashSet<String>();
        var trail = turnId.substring(0, Math.max(0, turnId.lastIndexOf(':')));
        sessions.add(trail);
        for (int slash = trail.indexOf('/'); slash >= 0; slash = trail.indexOf('/', slash + 1)) {
            sessions.add(trail.substring(0, slash));
        }
        return sessions;
    }

    @Override
    public Optional<SessionSummary> session(String sessionId) {
        target = new Target(Set.of(StoreKind.LOG), Set.of(sessionId));
        return Optional.empty();
    }

    @Override
    public List<String> sessionIds(String prefix, int max) {
        target = new Target(Set.of(StoreKind.LOG, StoreKind.TRAILS), Set.of());
        return List.of();
    }

    @Override
    public OpenTurns openTurns(Selection selection, int max) {
        target = new Target(
                Set.of(StoreKind.TRAILS), selection.session().map(Set::of).orElse(Set.of()));
        return OpenTurns.NONE;
    }

    @Override
    public Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        log(selection);
        if (selection.isAll()) {
            target = new Target(Set.of(StoreKind.TALLIES), Set.of());
        }
        return Tallied.NONE;
    }

    @Override
    public SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        log(selection);
        return SamplePart.NONE;
    }

    @Override
    public ToolPart tool(String tool, Selection selection, int scanMax) {
        log(selection);
        return ToolPart.NONE;
    }

    @Override
    public UsagePart usage(UsageQuestion question, int scanMax) {
        target = new Target(
                question.stores(), question.selection().session().map(Set::of).orElse(Set.of()));
        return UsagePart.NONE;
    }
}
