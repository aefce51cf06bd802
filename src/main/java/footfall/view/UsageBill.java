package footfall.view;

import footfall.pattern.Spent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The answer to a question about usage: its rows, the total of all rows (also of those beyond the top), where it
 * comes from, and how complete it is.
 */
public record UsageBill(List<UsageRow> rows, UsageRow total, String source, Coverage coverage) {
    /** From the tally of hours. */
    public static final String TALLY = "tally";

    /** From turns, of the turn log or of files. */
    public static final String TURNS = "turns";

    public UsageBill {
        rows = List.copyOf(rows);
    }

    /** How rows are shown. {@code sort} is null for the usual order: periods by time, other rows by cost. */
    public record Order(UsageSort sort, int max, boolean breakdown) {}

    /** {@code part} is that of the question by model too. */
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
        var rows = named.stream()
                .map(key -> row(question, key, byKey.get(key), order.breakdown()))
                .sorted(sort.order())
                .limit(order.max())
                .toList();
        return new UsageBill(
                rows,
                row(question, new UsagePart.Entry.Key(List.of(), false), part.entries(), order.breakdown()),
                part.tallied() ? TALLY : TURNS,
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

    /** {@code key}: without values for the total. */
    private static UsageRow row(
            UsageQuestion question, UsagePart.Entry.Key key, List<UsagePart.Entry> entries, boolean hasBreakdown) {
        var values = new EnumMap<UsageBy, String>(UsageBy.class);
        for (int i = 0; i < key.values().size(); i++) {
            values.put(question.by().get(i), key.values().get(i));
        }
        int model = question.byModel().by().indexOf(UsageBy.MODEL);
        var byModel = new LinkedHashMap<String, Spent>();
        entries.forEach(entry -> byModel.merge(entry.values().get(model), entry.sums(), Spent::plus));
        var saved = question.saved()
                ? entries.stream().map(UsagePart.Entry::saved).reduce(SavedCosts.NOTHING, SavedCosts::plus)
                : null;
        return UsageRow.of(UsageRow.Key.of(values, key.isBeside()), byModel, saved, hasBreakdown);
    }
}
