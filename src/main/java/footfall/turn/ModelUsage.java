package footfall.turn;

import footfall.line.Tier;
import footfall.line.Usage;
import java.time.LocalDate;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Tokens used with one model at one class of prices, by one or several API messages; {@code model} is null when the
 * lines do not name it. Messages of which only the output is known have a part of their own. The cost of a list does
 * not depend on the order of messages.
 */
public record ModelUsage(String model, RateClass rate, Usage usage) {
    // As in RowKey.
    @Override
    public boolean equals(Object other) {
        return other instanceof ModelUsage one
                && usage.equals(one.usage)
                && rate.equals(one.rate)
                && Objects.equals(model, one.model);
    }

    @Override
    public int hashCode() {
        return usage.hashCode() * 31 + Objects.hashCode(model);
    }

    /** The negation, which subtracts a message from a sum. */
    public ModelUsage negated() {
        return new ModelUsage(model, rate, Usage.ZERO.minus(usage));
    }

    /**
     * With the name under which its model is counted among others. Models beyond {@link TurnRules#MODELS_MAX} are
     * counted as {@link TurnRules#OTHER}, which has no price.
     */
    ModelUsage named(List<ModelUsage> parts) {
        var name = nameOf(parts, model);
        return Objects.equals(name, model) ? this : new ModelUsage(name, RateClass.BASE, usage);
    }

    boolean isOfClass(ModelUsage other) {
        return Objects.equals(model, other.model)
                && rate.equals(other.rate)
                && usage.outputOnly() == other.usage.outputOnly();
    }

    /** The name under which a model is counted; constant, because no part is ever removed. */
    public static String nameOf(List<ModelUsage> parts, String model) {
        for (var part : parts) {
            if (Objects.equals(part.model, model)) {
                return model;
            }
        }
        boolean hasRoom = parts.size() < TurnRules.MODELS_MAX
                || parts.stream().map(ModelUsage::model).distinct().count() < TurnRules.MODELS_MAX;
        return hasRoom ? model : TurnRules.OTHER;
    }

    public static Usage total(List<ModelUsage> parts) {
        var total = Usage.ZERO;
        for (var part : parts) {
            total = total.plus(part.usage);
        }
        return total;
    }

    /** The models named by lines, in order of appearance. */
    public static List<String> models(List<ModelUsage> parts) {
        return parts.stream()
                .map(ModelUsage::model)
                .filter(model -> model != null && !model.equals(Cost.SYNTHETIC))
                .distinct()
                .toList();
    }

    /**
     * What selects a price of a model for a request: the period starting on {@code from}, null for the
     * first; a context of more than {@code above} tokens; and the terms of the request.
     */
    public record RateClass(LocalDate from, long above, Set<Tier> tiers) {
        public static final RateClass BASE = new RateClass(null, 0, Set.of());

        public RateClass {
            tiers = tiers.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(tiers));
        }

        // As in RowKey.
        @Override
        public boolean equals(Object other) {
            return this == other
                    || other instanceof RateClass rate
                            && above == rate.above
                            && Objects.equals(from, rate.from)
                            && tiers.equals(rate.tiers);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(above) * 31 + Objects.hashCode(from);
        }
    }
}
