package footfall.desire;

import footfall.pattern.Savings;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** By what desires and loops are ranked: by their count, or by what a better tool would save. The largest is first. */
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
    public <T> Comparator<T> order(ToLongFunction<T> count, Function<T, Savings> saved) {
        Comparator<T> byCount = Comparator.comparingLong(count).reversed();
        return switch (this) {
            case COUNT -> byCount;
            case STEPS -> largest(one -> saved.apply(one).savedSteps(), byCount);
            case TIME -> largest(one -> saved.apply(one).savedTimeMs(), byCount);
            case TOKENS -> largest(one -> saved.apply(one).savedTokens().total(), byCount);
            case COST ->
                Comparator.comparing((T one) -> cost(saved.apply(one)))
                        .reversed()
                        .thenComparing(byCount);
        };
    }

    private static <T> Comparator<T> largest(ToLongFunction<T> saved, Comparator<T> ties) {
        return Comparator.comparingLong(saved).reversed().thenComparing(ties);
    }

    private static BigDecimal cost(Savings saved) {
        return Optional.ofNullable(saved.savedCostUsd()).orElse(BigDecimal.ZERO);
    }
}
