package footfall.view;

import footfall.line.InstantText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How desires differ between two groups of the selected turns. The groups are of one kind and do not overlap. */
public record CompareQuestion(Selection selection, ComparedGroup before, ComparedGroup after) {
    /** The length of each range of {@link #latest}. */
    public static final Duration LATEST = Duration.ofDays(14);

    /** The message of the exception is a whole sentence. */
    public static CompareQuestion of(Selection selection, ComparedGroup before, ComparedGroup after)
            throws ComparedGroup.InvalidGroup {
        if (!before.isOfSameKind(after)) {
            throw new ComparedGroup.InvalidGroup(
                    "both must be ranges of time, or both projects, both hosts, and so on");
        } else if (before.overlaps(after)) {
            throw new ComparedGroup.InvalidGroup("they overlap");
        }
        for (var filter : before.filters()) {
            if (selection.has(filter)) {
                throw new ComparedGroup.InvalidGroup("the filter " + filter.word() + " already selects turns; omit it");
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

    Selection of(ComparedGroup group) {
        var all = selection;
        try {
            for (var value : group.selection().values().entrySet()) {
                all = all.with(value.getKey(), value.getValue());
            }
        } catch (Filter.InvalidFilter impossible) {
            throw new IllegalStateException(impossible);
        }
        return all;
    }

    /**
     * One of two groups of turns that are compared: those of a range of time, or of one project, host, model or agent.
     */
    public record ComparedGroup(Selection selection) {
        private static final String RANGE = "..";
        private static final Set<Filter> BY =
                EnumSet.of(Filter.PROJECT, Filter.HOST, Filter.MODEL, Filter.AGENT, Filter.AGENT_VERSION);

        /** What a text must be. */
        public static final String EXPECTED = "a range of time like 2026-10-01..2026-10-15, or one of "
                + BY.stream().map(by -> by.word() + ":NAME").collect(Collectors.joining(", "));

        /** A group, or two, that cannot be compared. The message says why, or what is expected. */
        public static final class InvalidGroup extends Exception {
            InvalidGroup(String message) {
                super(message);
            }
        }

        /**
         * {@code A..B}: from A, without B; one of them may be absent. {@code project:shop}: the turns of a project, and
         * so for other filters. {@code zone}: of dates.
         */
        public static ComparedGroup parse(String text, Instant now, ZoneId zone) throws InvalidGroup {
            for (var by : BY) {
                var start = by.word() + ":";
                if (text.replace('-', '_').startsWith(start)) {
                    return checked(Map.of(by, text.substring(start.length())));
                }
            }
            int dots = text.indexOf(RANGE);
            if (dots < 0 || text.length() == RANGE.length()) {
                throw new InvalidGroup("expected " + EXPECTED);
            }
            var values = new EnumMap<Filter, String>(Filter.class);
            var ends =
                    Map.of(Filter.SINCE, text.substring(0, dots), Filter.UNTIL, text.substring(dots + RANGE.length()));
            for (var end : ends.entrySet()) {
                if (!end.getValue().isEmpty()) {
                    var at = TimeText.at(end.getValue(), now, zone)
                            .orElseThrow(() -> new InvalidGroup("expected " + EXPECTED));
                    values.put(end.getKey(), InstantText.of(at));
                }
            }
            var range = checked(values);
            if (!range.start().isBefore(range.end())) {
                throw new InvalidGroup("expected a start before the end");
            }
            return range;
        }

        private static ComparedGroup checked(Map<Filter, String> values) throws InvalidGroup {
            try {
                return new ComparedGroup(Selection.parse(values));
            } catch (Filter.InvalidFilter invalid) {
                throw new InvalidGroup("expected " + invalid.expected() + " as "
                        + invalid.filter().word());
            }
        }

        /** From a time, without the end. */
        public static ComparedGroup range(Instant since, Instant until) {
            try {
                return checked(Map.of(Filter.SINCE, InstantText.of(since), Filter.UNTIL, InstantText.of(until)));
            } catch (InvalidGroup impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        /** As {@link #parse} reads it. */
        public String text() {
            var values = selection.values();
            return isRange()
                    ? values.getOrDefault(Filter.SINCE, "") + RANGE + values.getOrDefault(Filter.UNTIL, "")
                    : values.entrySet().stream()
                            .map(one -> one.getKey().word() + ":" + one.getValue())
                            .collect(Collectors.joining());
        }

        private boolean isRange() {
            return selection.has(Filter.SINCE) || selection.has(Filter.UNTIL);
        }

        private Instant start() {
            return selection.since().orElse(Instant.MIN);
        }

        private Instant end() {
            return selection.until().orElse(Instant.MAX);
        }

        /** Those that select turns of such groups. */
        Set<Filter> filters() {
            return isRange()
                    ? EnumSet.of(Filter.SINCE, Filter.UNTIL)
                    : selection.values().keySet();
        }

        boolean isOfSameKind(ComparedGroup other) {
            return filters().equals(other.filters());
        }

        /** Whether a turn may be in both; one in which two models answered is in the groups of both. */
        boolean overlaps(ComparedGroup other) {
            return isRange() ? start().isBefore(other.end()) && other.start().isBefore(end()) : equals(other);
        }
    }
}
