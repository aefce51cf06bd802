package footfall.turn;

import footfall.line.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Tokens that were spent with one model; {@code model} is null where the lines name none. */
public record ModelUsage(String model, Usage usage) {

  /**
   * With tokens more, in order of appearance. Of more than {@link TurnRules#MODELS_MAX} models the further
   * ones are one, {@link TurnRules#OTHER}, which has no price.
   */
  public static List<ModelUsage> plus(List<ModelUsage> parts, String model, Usage usage) {
    var name = nameOf(parts, model);
    var all = new ArrayList<>(parts);
    for (int i = 0; i < all.size(); i++) {
      if (Objects.equals(all.get(i).model(), name)) {
        all.set(i, new ModelUsage(name, all.get(i).usage().plus(usage)));
        return all;
      }
    }
    all.add(new ModelUsage(name, usage));
    return all;
  }

  /** Under which name a model is counted; it never changes, since no part is ever taken away. */
  public static String nameOf(List<ModelUsage> parts, String model) {
    boolean isKnown = parts.stream().anyMatch(part -> Objects.equals(part.model(), model));
    return isKnown || parts.size() < TurnRules.MODELS_MAX ? model : TurnRules.OTHER;
  }
}
