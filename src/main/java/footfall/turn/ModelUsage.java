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
    int place = placeOf(parts, name);
    var counted = new ModelUsage(name, place < 0 ? usage : parts.get(place).usage().plus(usage));
    if (parts.size() == 1 && place == 0) {
      return List.of(counted);
    }
    var all = new ArrayList<>(parts);
    if (place < 0) {
      all.add(counted);
    } else {
      all.set(place, counted);
    }
    return List.copyOf(all);
  }

  /** Under which name a model is counted; it never changes, since no part is ever taken away. */
  public static String nameOf(List<ModelUsage> parts, String model) {
    return parts.size() < TurnRules.MODELS_MAX || placeOf(parts, model) >= 0 ? model : TurnRules.OTHER;
  }

  private static int placeOf(List<ModelUsage> parts, String model) {
    for (int i = 0; i < parts.size(); i++) {
      if (Objects.equals(parts.get(i).model(), model)) {
        return i;
      }
    }
    return -1;
  }
}
