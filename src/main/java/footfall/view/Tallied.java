package footfall.view;

import footfall.pattern.Subject;
import footfall.pattern.TallyView;
import footfall.turn.Position;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tallies of some turns, the number of turns read, and the last position read when a scan limit ended the
 * scan; {@code reached} is null when all turns were read.
 */
public record Tallied(List<TallyView> views, long scanned, Position reached) {
    public static final Tallied NONE = new Tallied(List.of(), 0, null);

    public Tallied {
        views = List.copyOf(views);
    }

    /** The tallies of both; they must have no session in common. */
    public Tallied plus(Tallied other) {
        var bySubject = new LinkedHashMap<Subject, TallyView>();
        Stream.concat(views.stream(), other.views.stream())
                .forEach(view -> bySubject.merge(view.subject(), view, TallyView::plus));
        return new Tallied(
                List.copyOf(bySubject.values()), scanned + other.scanned, Direction.ASC.first(reached, other.reached));
    }
}
