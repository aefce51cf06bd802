package footfall.desire;

import footfall.pattern.Waste;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** By what desires are ranked: by their count, or by what was wasted. The largest is first. */
public enum Ranking {
    COUNT,
    STEPS,
    TIME,
    TOKENS,
    COST;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Ties by count; a cost that is not known counts as none. */
    public <T> Comparator<T> order(ToLongFunction<T> count, Function<T, Waste> wasted) {
        Comparator<T> byCount = Comparator.comparingLong(count).reversed();
        return switch (this) {
            case COUNT -> byCount;
            case STEPS -> largest(one -> wasted.apply(one).wastedSteps(), byCount);
            case TIME -> largest(one -> wasted.apply(one).wastedTimeMs(), byCount);
            case TOKENS -> largest(one -> wasted.apply(one).wastedTokens().total(), byCount);
            case COST ->
                Comparator.comparing((T one) -> cost(wasted.apply(one)))
                        .reversed()
                        .thenComparing(byCount);
        };
    }

    private static <T> Comparator<T> largest(ToLongFunction<T> wasted, Comparator<T> ties) {
        return Comparator.comparingLong(wasted).reversed().thenComparing(ties);
    }

    private static BigDecimal cost(Waste wasted) {
        return Optional.ofNullable(wasted.wastedCostUsd()).orElse(BigDecimal.ZERO);
    }
}
