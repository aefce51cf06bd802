package footfall.turn;

import footfall.line.Usage;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.util.List;
import java.util.Objects;

/**
 * Tokens used with one model at one price, by one or several API messages; {@code model} is null when the
 * lines do not name it. Messages of which only the output is known have a part of their own. The cost of a list does
 * not depend on the order of messages.
 */
public record ModelUsage(String model, PriceBand band, Usage usage) {
    /** The negation, which subtracts a message from a sum. */
    public ModelUsage negated() {
        return new ModelUsage(model, band, Usage.ZERO.minus(usage));
    }

    /**
     * With the name under which its model is counted among others. Models beyond {@link TurnRules#MODELS_MAX} are
     * counted as {@link TurnRules#OTHER}, which has no price.
     */
    ModelUsage named(List<ModelUsage> parts) {
        var name = nameOf(parts, model);
        return Objects.equals(name, model) ? this : new ModelUsage(name, PriceBand.BASE, usage);
    }

    boolean isOfBand(ModelUsage other) {
        return Objects.equals(model, other.model)
                && band.equals(other.band)
                && usage.outputOnly() == other.usage.outputOnly();
    }

    /** The name under which a model is counted; constant, because no part is ever removed. */
    public static String nameOf(List<ModelUsage> parts, String model) {
        boolean isKnown = parts.stream().anyMatch(part -> Objects.equals(part.model, model));
        boolean hasRoom = isKnown
                || parts.size() < TurnRules.MODELS_MAX
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

    /** A later line of a message can reduce sums, but never below 0; signed nevertheless. */
    public static void write(RowWriter out, ModelUsage one) {
        out.text(one.model);
        out.signed(one.usage.input());
        out.signed(one.usage.output());
        out.signed(one.usage.cacheCreation());
        out.signed(one.usage.cacheRead());
        out.signed(one.usage.cacheCreation1h());
        PriceBand.write(out, one.band);
        out.flag(one.usage.outputOnly());
    }

    public static ModelUsage read(RowReader in) {
        var model = in.text();
        long input = in.signed();
        long output = in.signed();
        long cacheCreation = in.signed();
        long cacheRead = in.signed();
        long hourWrites = in.signed();
        var band = PriceBand.read(in);
        boolean outputOnly = in.flag();
        var usage = new Usage(input, output, cacheCreation, hourWrites, cacheRead, outputOnly);
        return new ModelUsage(model, band, usage);
    }
}
