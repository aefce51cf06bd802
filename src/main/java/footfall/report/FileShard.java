package footfall.report;

import footfall.alert.Alert;
import footfall.pattern.Subject;
import footfall.pattern.Tallies;
import footfall.session.SessionSummary;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Direction;
import footfall.view.OpenTurns;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shard.Slice;
import footfall.view.ToolFold;
import footfall.view.UsageFold;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The turns of transcript files as a shard. Files have no open turns, alerts or session summaries: those are
 * records of a running topology. The limits of scans do not apply, because everything was read already.
 */
public record FileShard(FileTurns.Folded folded) implements Shard {
    @Override
    public Slice<Turn> turns(Selection selection, Range range) {
        var page = page(selection, range);
        return range.isCounted() ? page.with(total(selection)) : page;
    }

    /** Of all that are selected. */
    public Answer.Total total(Selection selection) {
        var known = known(selection, Direction.ASC).toList();
        return new Answer.Total(
                known.size(), known.stream().filter(TurnSummary::isCopy).count());
    }

    private Slice<Turn> page(Selection selection, Range range) {
        var known = known(range.direction());
        var items = new ArrayList<Turn>();
        int start = behind(known, range);
        for (int i = start; i < known.size(); ) {
            int next = Math.min(known.size(), i + range.limit() - items.size());
            Batches.map(known.subList(i, next), one -> selected(one, selection))
                    .forEach(one -> one.ifPresent(items::add));
            i = next;
            if (items.size() == range.limit()) {
                return new Slice<>(items, i - start, known.get(i - 1).position());
            }
        }
        return new Slice<>(items, known.size() - start, null);
    }

    /** What is known of all turns, in a direction. */
    private List<TurnSummary> known(Direction direction) {
        var known = folded.known();
        return direction == Direction.ASC
                ? known
                : new AbstractList<>() {
                    @Override
                    public TurnSummary get(int index) {
                        return known.get(known.size() - 1 - index);
                    }

                    @Override
                    public int size() {
                        return known.size();
                    }
                };
    }

    /** The index of the first turn that comes after the beginning of a range. */
    private static int behind(List<TurnSummary> known, Range range) {
        int low = 0;
        int high = known.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (!range.direction().isAfter(known.get(middle).position(), range.after())) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Reads the turn only if what is known of it does not exclude it. */
    private Optional<Turn> selected(TurnSummary known, Selection selection) {
        return selection.admits(head(known))
                ? Optional.of(folded.turn(known.name())).filter(selection::admits)
                : Optional.empty();
    }

    /** What is known of the selected turns; reads turns only for the filters that need it. */
    public Stream<TurnSummary> known(Selection selection, Direction direction) {
        return known(direction).stream()
                .filter(one ->
                        selection.needsTurn() ? selected(one, selection).isPresent() : selection.admits(head(one)));
    }

    private static Selection.Head head(TurnSummary known) {
        return new Selection.Head(known.name().sessionId(), known.project(), known.startedAt(), known.length());
    }

    @Override
    public UsagePart usage(UsageQuestion question, int scanMax) {
        if (question.needsSteps()) {
            return Shard.super.usage(question, scanMax);
        }
        var fold = new UsageFold(question);
        folded.eachUsed(fold::add);
        besideMessages().forEach(fold::add);
        return fold.part(folded.known().size(), null);
    }

    @Override
    public List<SessionUsage> besideMessages() {
        return folded.besideMessages();
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        return folded.names().stream()
                .filter(name -> name.turnId().equals(turnId))
                .findFirst()
                .map(folded::turn);
    }

    @Override
    public Shard.Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return new Shard.Tallied(
                tallies(selection).of(kinds).toList(), folded.known().size(), null);
    }

    @Override
    public Shard.SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return new Shard.SamplePart(
                tallies(selection).sample(kinds), folded.known().size(), null);
    }

    private Tallies tallies(Selection selection) {
        var tallies = new Tallies(null);
        known(selection, Direction.ASC)
                .forEach(known -> folded.walk(known.name()).ifPresent(tallies::add));
        return tallies;
    }

    @Override
    public Shard.ToolPart tool(String tool, Selection selection, int scanMax) {
        var fold = new ToolFold(tool);
        folded.known().stream()
                .flatMap(known -> selected(known, selection).stream())
                .forEach(fold::add);
        return fold.part(folded.known().size(), null);
    }

    @Override
    public List<String> sessionIds(String prefix, int max) {
        return List.of();
    }

    @Override
    public OpenTurns openTurns(Selection selection, int max) {
        return OpenTurns.NONE;
    }

    @Override
    public Slice<SessionSummary> sessions(Selection selection, Range range) {
        return new Slice<>(List.of(), 0, null);
    }

    @Override
    public Optional<SessionSummary> session(String sessionId) {
        return Optional.empty();
    }

    @Override
    public Slice<Alert> alerts(Selection selection, Range range) {
        return new Slice<>(List.of(), 0, null);
    }
}
