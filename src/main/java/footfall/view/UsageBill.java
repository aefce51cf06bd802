package footfall.view;

import footfall.line.RateLimits;
import footfall.pattern.Spent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer to a question about usage: its rows, the total of all rows (also of those beyond the top; {@code more} is
 * true if there are such, else null), where it comes from, and how complete it is. {@code rateLimits} are the newest
 * ones of a subscription that a selected session contains, null where none does, or where no session was read.
 */
public record UsageBill(
        List<UsageRow> rows, UsageRow total, Boolean more, String source, RateLimits rateLimits, Coverage coverage) {
    /** From the tally of hours. */
    public static final String TALLY = "tally";

    /** From turns, of the turn log or of files. */
    public static final String TURNS = "turns";

    public UsageBill {
        rows = List.copyOf(rows);
    }

    /** With some of the rows. */
    public UsageBill with(List<UsageRow> some) {
        return new UsageBill(some, total, more, source, rateLimits, coverage);
    }

    /**
     * How rows are shown. {@code sort} is null for the usual order: periods by time, other rows by cost.
     * {@code planUsd}: what a plan costs a month, null without one.
     */
    public record Order(UsageSort sort, int max, boolean breakdown, BigDecimal planUsd) {
        public Order(UsageSort sort, int max, boolean breakdown) {
            this(sort, max, breakdown, null);
        }
    }

    /** {@code part} is that of the question by model too, and with a plan also by day. */
    static UsageBill of(UsageQuestion question, Order order, UsagePart part, Coverage coverage) {
        int size = question.by().size();
        var byKey = new LinkedHashMap<UsagePart.Entry.Key, List<UsagePart.Entry>>();
        for (var entry : part.entries()) {
            var key = entry.values().stream().limit(size).map(UsageBy::shown).toList();
            byKey.computeIfAbsent(new UsagePart.Entry.Key(key, entry.isBeside()), none -> new ArrayList<>())
                    .add(entry);
        }
        var sort =
                order.sort() != null ? order.sort() : question.by().get(0).isPeriod() ? UsageSort.NAME : UsageSort.COST;
        var named = new ArrayList<>(byKey.keySet());
        named.sort(
                Comparator.<UsagePart.Entry.Key, List<String>>comparing(UsagePart.Entry.Key::values, UsageBill::compare)
                        .thenComparing(UsagePart.Entry.Key::isBeside));
        var sums = new UsageSums(question, order.breakdown(), order.planUsd(), part.entries());
        var rows = named.stream()
                .map(key -> sums.row(key, byKey.get(key)))
                .sorted(sort.order())
                .limit(order.max())
                .toList();
        return new UsageBill(
                rows,
                sums.total(),
                rows.size() < named.size() ? true : null,
                part.tallied() ? TALLY : TURNS,
                part.limits(),
                coverage);
    }

    private static int compare(List<String> one, List<String> other) {
        for (int i = 0; i < one.size(); i++) {
            int order = one.get(i).compareTo(other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** Sums the entries of a part to rows of a bill. */
    private static final class UsageSums {
        private final UsageQuestion question;
        private final boolean breakdown;
        private final BigDecimal planUsd;
        private final List<UsagePart.Entry> all;
        private final int model;
        private final int day;

        /** {@code all}: the values of an entry are those of the question, then the model and the day if it has none. */
        UsageSums(UsageQuestion question, boolean breakdown, BigDecimal planUsd, List<UsagePart.Entry> all) {
            this.question = question;
            this.breakdown = breakdown;
            this.planUsd = planUsd;
            this.all = all;
            var full = question.and(UsageBy.MODEL).and(UsageBy.DAY).by();
            this.model = full.indexOf(UsageBy.MODEL);
            this.day = full.indexOf(UsageBy.DAY);
        }

        UsageRow row(UsagePart.Entry.Key key, List<UsagePart.Entry> entries) {
            boolean isOfPeriod = question.by().stream().anyMatch(UsageBy::isPeriod);
            return row(key, entries, isOfPeriod);
        }

        UsageRow total() {
            return row(new UsagePart.Entry.Key(List.of(), false), all, false);
        }

        private UsageRow row(UsagePart.Entry.Key key, List<UsagePart.Entry> entries, boolean isOfPeriod) {
            var values = new EnumMap<UsageBy, String>(UsageBy.class);
            for (int i = 0; i < key.values().size(); i++) {
                values.put(question.by().get(i), key.values().get(i));
            }
            var byModel = new LinkedHashMap<String, Spent>();
            entries.forEach(entry -> byModel.merge(entry.values().get(model), entry.sums(), Spent::plus));
            var wasted = question.wasted()
                    ? entries.stream()
                            .map(UsagePart.Entry::wasted)
                            .reduce(UsageRow.WastedCosts.NOTHING, UsageRow.WastedCosts::plus)
                    : null;
            var row = UsageRow.of(UsageRow.Key.of(values, key.isBeside()), byModel, wasted, breakdown);
            return planUsd == null
                    ? row
                    : row.with(UsageRow.PlanShare.of(
                            planUsd, isOfPeriod, days(isOfPeriod ? entries : all), row.costUsd()));
        }

        private Set<String> days(List<UsagePart.Entry> entries) {
            return entries.stream()
                    .map(entry -> entry.values().get(day))
                    .filter(name -> !name.equals(UsageBy.UNKNOWN))
                    .collect(Collectors.toSet());
        }
    }

    /** The orders of rows of usage, the largest first; ties, and {@code NAME}, by what the rows are summed by. */
    public enum UsageSort {
        NAME(Comparator.comparingInt(row -> 0)),
        COST(Comparator.comparing(UsageRow::costUsd, Comparator.nullsFirst(Comparator.naturalOrder()))),
        TOKENS(Comparator.comparingLong(row -> row.tokens().total())),
        TURNS(Comparator.comparingLong(UsageRow::turns)),
        STEPS(Comparator.comparingLong(UsageRow::steps)),
        FAILURES(Comparator.comparingLong(UsageRow::failures)),
        ACTIVE(Comparator.comparingLong(UsageRow::activeDurationMs));

        private final Comparator<UsageRow> descending;

        UsageSort(Comparator<UsageRow> ascending) {
            this.descending = ascending.reversed();
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Optional<UsageSort> ofWord(String word) {
            return Stream.of(values()).filter(sort -> sort.word().equals(word)).findFirst();
        }

        Comparator<UsageRow> order() {
            return descending;
        }
    }
}
