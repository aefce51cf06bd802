package footfall.turn;

import footfall.line.Usage;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The cost of tokens: USD with four decimals, null when a model has no price, or none on the terms of a request, or
 * not all of its tokens are reported; such models are listed.
 */
public record Cost(BigDecimal usd, List<String> unpriced) {
    /** The model name of lines that no model wrote. */
    public static final String SYNTHETIC = "<synthetic>";

    /** The model name for lines that do not name one. */
    public static final String UNKNOWN = "unknown";

    public Cost {
        unpriced = List.copyOf(unpriced);
    }

    public static Cost of(List<ModelUsage> parts, Prices prices) {
        var unpriced = new LinkedHashSet<String>();
        var sum = sum(parts, prices, part -> unpriced.add(modelOf(part)));
        return new Cost(unpriced.isEmpty() ? Prices.rounded(sum) : null, List.copyOf(unpriced));
    }

    /** USD, not rounded; null when a model without a price was used. */
    static BigDecimal exact(List<ModelUsage> parts, Prices prices) {
        var unpriced = new ArrayList<ModelUsage>();
        var sum = sum(parts, prices, unpriced::add);
        return unpriced.isEmpty() ? plain(sum) : null;
    }

    /** USD of the tokens with a price, not rounded; null when there are tokens and none has one. */
    public static BigDecimal known(List<ModelUsage> parts, Prices prices) {
        var unpriced = new ArrayList<ModelUsage>();
        var sum = sum(parts, prices, unpriced::add);
        return unpriced.isEmpty() || sum.signum() > 0 ? plain(sum) : null;
    }

    /** The tokens that {@link #known} does not cover, by model. */
    public static List<UnpricedModel> unpriced(List<ModelUsage> parts, Prices prices) {
        var byModel = new TreeMap<String, List<ModelUsage>>();
        sum(
                parts,
                prices,
                part -> byModel.computeIfAbsent(modelOf(part), none -> new ArrayList<>())
                        .add(part));
        return byModel.entrySet().stream()
                .map(one -> new UnpricedModel(one.getKey(), Tokens.ofReported(ModelUsage.total(one.getValue()))))
                .toList();
    }

    /** Whether the tokens have a price, if there are any. */
    static boolean isPriced(ModelUsage part, Prices prices) {
        return exact(List.of(part), prices) != null;
    }

    private static String modelOf(ModelUsage part) {
        return part.model() == null ? UNKNOWN : part.model();
    }

    /** Without trailing zeros, and never with an exponent. */
    public static BigDecimal plain(BigDecimal usd) {
        var stripped = usd.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private static BigDecimal sum(List<ModelUsage> parts, Prices prices, Consumer<ModelUsage> unpriced) {
        var sum = BigDecimal.ZERO;
        for (var part : parts) {
            if (SYNTHETIC.equals(part.model()) || part.usage().equals(Usage.ZERO)) {
                continue;
            }
            var cost = part.usage().outputOnly() ? Optional.<BigDecimal>empty() : prices.cost(part);
            if (cost.isEmpty()) {
                unpriced.accept(part);
            } else {
                sum = sum.add(cost.get());
            }
        }
        return sum;
    }

    /** The tokens of a model without a price, or of which the transcript contains only the output. */
    public record UnpricedModel(String model, Tokens tokens) {}
}
