package footfall.view;

import footfall.view.ComparedGroup.InvalidGroup;
import java.time.Duration;
import java.time.Instant;

/** How desires differ between two groups of the selected turns. The groups are of one kind and do not overlap. */
public record CompareQuestion(Selection selection, ComparedGroup before, ComparedGroup after) {
    /** The length of each range of {@link #latest}. */
    public static final Duration LATEST = Duration.ofDays(14);

    /** The message of the exception is a whole sentence. */
    public static CompareQuestion of(Selection selection, ComparedGroup before, ComparedGroup after)
            throws InvalidGroup {
        if (!before.isOfSameKind(after)) {
            throw new InvalidGroup("both must be ranges of time, or both projects, both hosts, and so on");
        } else if (before.overlaps(after)) {
            throw new InvalidGroup("they overlap");
        }
        for (var filter : before.filters()) {
            if (selection.has(filter)) {
                throw new InvalidGroup("the filter " + filter.word() + " already selects turns; omit it");
            }
        }
        return new CompareQuestion(selection, before, after);
    }

    /** The 14 days before the end of the selection, or before {@code now}, against the 14 days before those. */
    public static CompareQuestion latest(Selection selection, Instant now) {
        var end = selection.until().orElse(now);
        var middle = end.minus(LATEST);
        var rest = selection.without(Filter.SINCE).without(Filter.UNTIL);
        return new CompareQuestion(
                rest, ComparedGroup.range(middle.minus(LATEST), middle), ComparedGroup.range(middle, end));
    }

    /** The selected turns of a group. */
    Selection of(ComparedGroup group) {
        var all = selection;
        try {
            for (var value : group.selection().values().entrySet()) {
                all = all.with(value.getKey(), value.getValue());
            }
        } catch (InvalidFilter impossible) {
            throw new IllegalStateException(impossible);
        }
        return all;
    }
}
