package footfall.turn;

import footfall.line.RateLimits;
import footfall.line.SessionId;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * What a session used beside its turns, and where, by whom and with which agent. {@code priceList} is the version of
 * the list that its costs are from, {@code limits} are the newest ones of its subscription; null for none.
 */
public record SessionUsage(
        SessionId session,
        Origin origin,
        Turn.Product product,
        List<SessionTokens> tokens,
        String priceList,
        RateLimits limits) {
    public SessionUsage {
        tokens = List.copyOf(tokens);
    }

    /**
     * Tokens of one hour and model that belong to a session and to none of its messages: the agent itself has counted
     * them. {@code costUsd} is not rounded, null for a model without a price. {@code pricedOutput} are output tokens
     * that messages of the session have in this hour, and that have no cost there, because the agent's totals contain
     * the rest of their requests; {@code pricedOutputCostUsd} is their cost, null without a price.
     */
    public record SessionTokens(
            Instant hour,
            String model,
            Tokens tokens,
            BigDecimal costUsd,
            long pricedOutput,
            BigDecimal pricedOutputCostUsd) {
        private static final Comparator<SessionTokens> BY_HOUR =
                Comparator.comparing(SessionTokens::hour, Comparator.nullsFirst(Comparator.naturalOrder()));

        private record Key(Instant hour, String model) {}

        private static final class Parts {
            private final List<ModelUsage> tokens = new ArrayList<>();
            private final List<ModelUsage> outputs = new ArrayList<>();

            SessionTokens of(Key key, Prices prices) {
                var cost = Cost.exact(outputs, prices);
                return new SessionTokens(
                        key.hour,
                        key.model,
                        Tokens.of(ModelUsage.total(tokens)),
                        Cost.exact(tokens, prices),
                        cost == null ? 0 : ModelUsage.total(outputs).output(),
                        outputs.isEmpty() ? null : cost);
            }
        }

        /** One for each hour and model, in order of hours. */
        public static List<SessionTokens> of(List<HourUsage> tokens, List<HourUsage> outputs, Prices prices) {
            var sums = new LinkedHashMap<Key, Parts>();
            tokens.forEach(one ->
                    sums.computeIfAbsent(key(one), none -> new Parts()).tokens.add(one.used()));
            outputs.forEach(one ->
                    sums.computeIfAbsent(key(one), none -> new Parts()).outputs.add(one.used()));
            return sums.entrySet().stream()
                    .map(sum -> sum.getValue().of(sum.getKey(), prices))
                    .filter(one -> one.pricedOutput > 0 || one.tokens.total() > 0)
                    .sorted(BY_HOUR)
                    .toList();
        }

        private static Key key(HourUsage part) {
            var model = part.used().model();
            return new Key(part.hour(), model == null ? Cost.UNKNOWN : model);
        }
    }
}
