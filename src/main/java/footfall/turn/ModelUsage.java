package footfall.turn;

import footfall.line.Usage;
import java.util.List;
import java.util.Objects;

/**
 * Tokens used with one model at one class of prices, by one or several API messages; {@code model} is null when the
 * lines do not name it. Messages of which only the output is known have a part of their own. The cost of a list does
 * not depend on the order of messages.
 */
public record ModelUsage(String model, RateClass rate, Usage usage) {
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
}
