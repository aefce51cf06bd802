package footfall.view;

import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.Trend;
import java.util.List;
import java.util.stream.Collectors;

/** A desire, and how it differs between two ranges of time; {@code trend} is null when they were not compared. */
public record MarkedDesire(Desire desire, Trend trend) {
    static Answer<MarkedDesire> of(Answer<Desire> desires, Answer<Comparison> compared) {
        var trends = compared.items().stream().collect(Collectors.toMap(Comparison::id, Comparison::trend));
        var marked = desires.items().stream()
                .map(one -> new MarkedDesire(one, trends.getOrDefault(one.id(), Trend.TOO_FEW)))
                .toList();
        return new Answer<>(marked, null, desires.coverage().and(compared.coverage()));
    }

    /** Without trends. */
    public static List<MarkedDesire> of(List<Desire> desires) {
        return desires.stream().map(one -> new MarkedDesire(one, null)).toList();
    }
}
