package footfall.view;

import footfall.line.RateLimits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The answer to a question about usage: its rows, the total of all rows (also of those beyond the top), where it
 * comes from, and how complete it is. {@code rateLimits} are the newest ones of a subscription that a selected session
 * contains, null where none does, or where no session was read.
 */
public record UsageBill(List<UsageRow> rows, UsageRow total, String source, RateLimits rateLimits, Coverage coverage) {
    /** From the tally of hours. */
    public static final String TALLY = "tally";

    /** From turns, of the turn log or of files. */
    public static final String TURNS = "turns";

    public UsageBill {
        rows = List.copyOf(rows);
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
        return new UsageBill(rows, sums.total(), part.tallied() ? TALLY : TURNS, part.limits(), coverage);
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
}
