package footfall.turn;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The tokens of one hour and model of a turn, all of them with a price or none. {@code hour} is its start in UTC by the
 * times of the messages, null in a turn without any time. {@code costUsd} is not rounded, and null for a model without
 * a price or with tokens that are not reported.
 */
public record HourTokens(Instant hour, String model, Tokens tokens, BigDecimal costUsd) {
    private static final Comparator<HourTokens> BY_HOUR =
            Comparator.comparing(HourTokens::hour, Comparator.nullsFirst(Comparator.naturalOrder()));

    private record Key(Instant hour, String model, boolean isPriced) {
        // As in RowKey.
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key
                    && isPriced == key.isPriced
                    && Objects.equals(hour, key.hour)
                    && model.equals(key.model);
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(hour) * 31 + model.hashCode();
        }
    }

    /**
     * One for each hour and model with tokens, and one more for those without a price where others of the model have
     * one; in order of hours and of appearance. Without any tokens one with none, of the first model. {@code start} is
     * the hour of messages without a time. Never empty, so that each turn counts, also one whose only message counts in
     * another turn.
     */
    static List<HourTokens> of(List<HourUsage> parts, Instant start, Prices prices) {
        var sums = new LinkedHashMap<Key, List<ModelUsage>>();
        for (var part : parts) {
            var model = part.used().model() == null ? Cost.UNKNOWN : part.used().model();
            var key = new Key(part.hour() == null ? start : part.hour(), model, Cost.isPriced(part.used(), prices));
            sums.computeIfAbsent(key, none -> new ArrayList<>()).add(part.used());
        }
        var all = sums.entrySet().stream()
                .map(sum -> of(sum, prices))
                .sorted(BY_HOUR)
                .toList();
        var used = all.stream().filter(one -> one.tokens.total() != 0).toList();
        if (!used.isEmpty()) {
            return used;
        }
        return List.of(all.isEmpty() ? new HourTokens(start, Cost.UNKNOWN, Tokens.ZERO, BigDecimal.ZERO) : all.get(0));
    }

    private static HourTokens of(Map.Entry<Key, List<ModelUsage>> sum, Prices prices) {
        var key = sum.getKey();
        var tokens = Tokens.of(ModelUsage.total(sum.getValue()));
        return new HourTokens(key.hour, key.model, tokens, Cost.exact(sum.getValue(), prices));
    }
}
