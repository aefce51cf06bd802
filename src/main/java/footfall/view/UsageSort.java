package footfall.view;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

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
