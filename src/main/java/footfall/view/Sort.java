package footfall.view;

import footfall.pattern.Subject;
import footfall.pattern.TallyView;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The orders of lists of tallies: the largest first, ties by name. */
public enum Sort {
    /** Turns of a pattern, calls of a tool, failed calls. */
    COUNT(Comparator.comparingLong(TallyView::count)),
    /** The mean length of turns. */
    LENGTH(Comparator.comparingDouble(Sort::length)),
    SESSIONS(Comparator.comparingInt(TallyView::sessions)),
    /** Failed calls of a tool. */
    FAILURES(Comparator.comparingLong(view -> view.sums().failures())),
    LAST_SEEN(Comparator.comparing(TallyView::lastSeen));

    private final Comparator<TallyView> order;

    Sort(Comparator<TallyView> ascending) {
        this.order = ascending
                .reversed()
                .thenComparing(view -> view.subject().name())
                // Failures of several categories have the same name.
                .thenComparing(view -> view.subject().key());
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Sort> ofWord(String word) {
        return Stream.of(values()).filter(sort -> sort.word().equals(word)).findFirst();
    }

    Comparator<TallyView> order() {
        return order;
    }

    private static double length(TallyView view) {
        return view.subject().kind() == Subject.Kind.TOOL
                ? (double) view.sums().callLength() / view.sums().calls()
                : (double) view.sums().length() / view.sums().turns();
    }
}
