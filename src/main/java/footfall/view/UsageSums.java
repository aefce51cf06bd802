package footfall.view;

import footfall.pattern.Spent;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Sums the entries of a part to rows of a bill. */
final class UsageSums {
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
        var saved = question.saved()
                ? entries.stream().map(UsagePart.Entry::saved).reduce(SavedCosts.NOTHING, SavedCosts::plus)
                : null;
        var row = UsageRow.of(UsageRow.Key.of(values, key.isBeside()), byModel, saved, breakdown);
        return planUsd == null
                ? row
                : row.with(PlanShare.of(planUsd, isOfPeriod, days(isOfPeriod ? entries : all), row.costUsd()));
    }

    private Set<String> days(List<UsagePart.Entry> entries) {
        return entries.stream()
                .map(entry -> entry.values().get(day))
                .filter(name -> !name.equals(UsageBy.UNKNOWN))
                .collect(Collectors.toSet());
    }
}
