package footfall.session;

import footfall.line.Line;
import footfall.line.Usage;
import footfall.turn.Cost;
import footfall.turn.MessageUsage;
import footfall.turn.ModelUsage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Tokens by model: of each API message what its last line says; a line without a message id counts alone. A
 * message of which no line came for {@code MESSAGES_MAX} others is settled.
 */
final class Spent {
  private static final int MESSAGES_MAX = 20_000;

  private final Map<String, MessageUsage> messages = new LinkedHashMap<>(64, 0.75f, true);
  private final Map<String, Usage> byModel = new LinkedHashMap<>();

  void add(Line.Message message) {
    var now = message.usage() == null ? Usage.ZERO : message.usage();
    count(message.model(), now);
    if (message.usage() == null || message.id() == null) {
      return;
    }
    var before = messages.put(message.id(), new MessageUsage(message.model(), now));
    if (before != null) {
      count(before.model(), Usage.ZERO.minus(before.usage()));
    } else if (messages.size() > MESSAGES_MAX) {
      var eldest = messages.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  void settle() {
    messages.clear();
  }

  private void count(String model, Usage usage) {
    byModel.merge(model == null ? "" : model, usage, Usage::plus);
  }

  Usage total() {
    return byModel.values().stream().reduce(Usage.ZERO, Usage::plus);
  }

  /** In order of appearance; the model is null where lines named none. */
  List<ModelUsage> parts() {
    return byModel.entrySet().stream().map(part -> new ModelUsage(part.getKey().isEmpty() ? null : part
        .getKey(),
        part.getValue())).toList();
  }

  /** Null when there was none. */
  String firstModel() {
    return byModel.keySet().stream().filter(Spent::isModel).findFirst().orElse(null);
  }

  List<String> models() {
    var sorted = new TreeSet<>(byModel.keySet());
    sorted.removeIf(model -> !isModel(model));
    return List.copyOf(sorted);
  }

  private static boolean isModel(String model) {
    return !model.isEmpty() && !model.equals(Cost.SYNTHETIC);
  }
}
