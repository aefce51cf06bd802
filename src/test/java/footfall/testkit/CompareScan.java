package footfall.testkit;

import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.desire.Trend;
import footfall.pattern.Sample;
import footfall.pattern.TalliedTurn;
import footfall.pattern.Tallies;
import footfall.view.Answers.MarkedDesire;
import footfall.view.CompareQuestion;
import footfall.view.Filter;
import footfall.view.Selection;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Comparisons of desires by scans. {@code selected}: what the turns that meet some filters contribute to tallies. */
record CompareScan(Function<Map<Filter, String>, Stream<TalliedTurn>> selected) {
    /** The end of the latest days. */
    static final Instant NOW = Instant.parse("2026-01-10T00:00:00Z");
    /** Divides the turns of stories, of the corpus and of tests. */
    static final String MIDDLE = "2026-01-05T10:00:20Z";

    private static final String NEVER = "0000-01-01T00:00:00Z";
    private static final String ALWAYS = "9999-01-01T00:00:00Z";

    static CompareQuestion halves(Selection selection) {
        try {
            return CompareQuestion.of(
                    selection.without(Filter.SINCE).without(Filter.UNTIL),
                    CompareQuestion.ComparedGroup.parse(".." + MIDDLE, NOW, ZoneOffset.UTC),
                    CompareQuestion.ComparedGroup.parse(MIDDLE + "..", NOW, ZoneOffset.UTC));
        } catch (CompareQuestion.ComparedGroup.InvalidGroup bug) {
            throw new IllegalStateException(bug);
        }
    }

    List<Comparison> halves(Map<Filter, String> filters) {
        return compared(filters, NEVER, MIDDLE, ALWAYS);
    }

    private List<Comparison> compared(Map<Filter, String> filters, String start, String middle, String end) {
        return Comparison.of(sample(filters, start, middle), sample(filters, middle, end), AnswersMatrix.RULES);
    }

    private Sample sample(Map<Filter, String> filters, String since, String until) {
        var ofGroup = new HashMap<>(filters);
        ofGroup.putAll(Map.of(Filter.SINCE, since, Filter.UNTIL, until));
        var tallies = new Tallies(null);
        selected.apply(ofGroup).forEach(tallies::add);
        return tallies.sample(Desire.KINDS)
                .only(spread -> !spread.tally().subject().key().startsWith("c:intent:"));
    }

    List<MarkedDesire> marked(List<Desire> desires, Map<Filter, String> filters) {
        var end = Instant.parse(filters.getOrDefault(Filter.UNTIL, NOW.toString()));
        var middle = end.minus(Duration.ofDays(14));
        var start = middle.minus(Duration.ofDays(14));
        var compared = compared(filters, start.toString(), middle.toString(), end.toString());
        return desires.stream()
                .map(desire -> new MarkedDesire(desire, trend(desire, compared)))
                .toList();
    }

    private static Trend trend(Desire desire, List<Comparison> compared) {
        return compared.stream()
                .filter(one -> one.id().equals(desire.id()))
                .map(Comparison::trend)
                .findFirst()
                .orElse(Trend.TOO_FEW);
    }
}
