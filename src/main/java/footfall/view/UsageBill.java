package footfall.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The answer to a question about usage: its rows, the total of all rows (also of those beyond the top), and how
 * complete it is.
 */
public record UsageBill(List<UsageRow> rows, UsageRow total, Coverage coverage) {
    public UsageBill {
        rows = List.copyOf(rows);
    }

    /** How rows are shown. {@code sort} is null for the usual order: periods by time, other rows by cost. */
    public record Order(UsageSort sort, int max, boolean breakdown) {}

    /** {@code part} is that of the question, with a breakdown that by model too. */
    static UsageBill of(UsageQuestion question, Order order, UsagePart part, Coverage coverage) {
        int size = question.by().size();
        var byKey = new LinkedHashMap<List<String>, List<UsagePart.Entry>>();
        for (var entry : part.entries()) {
            byKey.computeIfAbsent(entry.values().subList(0, size), none -> new ArrayList<>())
                    .add(entry);
        }
        var sort =
                order.sort() != null ? order.sort() : question.by().get(0).isPeriod() ? UsageSort.NAME : UsageSort.COST;
        var named = new ArrayList<>(byKey.keySet());
        named.sort(UsageBill::compare);
        var rows = named.stream()
                .map(key -> row(question, key, byKey.get(key), order.breakdown()))
                .sorted(sort.order())
                .limit(order.max())
                .toList();
        return new UsageBill(rows, row(question, List.of(), part.entries(), order.breakdown()), coverage);
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

    /** {@code key}: the values, none for the total. */
    private static UsageRow row(
            UsageQuestion question, List<String> key, List<UsagePart.Entry> entries, boolean breakdown) {
        var values = new EnumMap<UsageBy, String>(UsageBy.class);
        for (int i = 0; i < key.size(); i++) {
            values.put(question.by().get(i), key.get(i));
        }
        var sum = entries.stream().map(UsagePart.Entry::sums).reduce(UsageSums.ZERO, UsageSums::plus);
        return UsageRow.of(UsageRow.Key.of(values), sum, breakdown ? models(question, entries) : null);
    }

    private static List<UsageRow.ModelTokens> models(UsageQuestion question, List<UsagePart.Entry> entries) {
        int place = question.byModel().by().indexOf(UsageBy.MODEL);
        var sums = new LinkedHashMap<String, UsageSums>();
        entries.forEach(entry -> sums.merge(entry.values().get(place), entry.sums(), UsageSums::plus));
        return sums.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, UsageSums>, Long>comparing(
                                one -> one.getValue().tokens().total())
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .map(one -> UsageRow.of(UsageRow.Key.NONE, one.getValue(), null).ofModel(one.getKey()))
                .toList();
    }
}
