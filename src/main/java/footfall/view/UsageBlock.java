package footfall.view;

import footfall.pattern.Spent;
import footfall.turn.Tokens;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * The usage of a window of five hours, as limits of subscriptions count it: it starts at the full hour (UTC) of its
 * first message, and the next one with the first message more than five hours after that, or after the last message.
 * {@code lastAt} is the time of its last message. {@code costUsd} and the others as in {@link UsageRow}.
 */
public record UsageBlock(
        Instant start,
        Instant end,
        Instant lastAt,
        long turns,
        Tokens tokens,
        BigDecimal costUsd,
        List<UsageRow.ModelTokens> unpricedModels,
        List<String> models) {
    public static final Duration LENGTH = Duration.ofHours(5);

    public UsageBlock {
        unpricedModels = List.copyOf(unpricedModels);
        models = List.copyOf(models);
    }

    private record Used(Instant at, String model, Spent sums) {}

    /** {@code part} is by time and model. Usage without a time is in no window. */
    static List<UsageBlock> of(UsagePart part) {
        var used = part.entries().stream()
                .filter(one -> !one.values().get(0).equals(UsageBy.UNKNOWN))
                .map(one -> new Used(
                        Instant.parse(one.values().get(0)), one.values().get(1), one.sums()))
                .sorted(Comparator.comparing(Used::at))
                .toList();
        var blocks = new ArrayList<UsageBlock>();
        int first = 0;
        for (int i = 1; i <= used.size(); i++) {
            if (i == used.size()
                    || isNext(
                            used.get(first).at(),
                            used.get(i - 1).at(),
                            used.get(i).at())) {
                blocks.add(block(used.subList(first, i)));
                first = i;
            }
        }
        return blocks;
    }

    private static boolean isNext(Instant first, Instant last, Instant at) {
        return at.isAfter(first.truncatedTo(ChronoUnit.HOURS).plus(LENGTH)) || at.isAfter(last.plus(LENGTH));
    }

    private static UsageBlock block(List<Used> used) {
        var start = used.get(0).at().truncatedTo(ChronoUnit.HOURS);
        var byModel = new TreeMap<String, Spent>();
        used.forEach(one -> byModel.merge(one.model(), one.sums(), Spent::plus));
        var row = UsageRow.of(UsageRow.Key.NONE, byModel, null, false);
        return new UsageBlock(
                start,
                start.plus(LENGTH),
                used.get(used.size() - 1).at(),
                row.turns(),
                row.tokens(),
                row.costUsd(),
                row.unpricedModels(),
                List.copyOf(byModel.keySet()));
    }
}
