package footfall.broker;

import java.util.List;

/**
 * What became of one spec: a new topic, one that was there as it is to be, or one that differs and was
 * left.
 */
public record Creation(String topic, Result result, List<Difference> differences) {
  public enum Result {
    CREATED, EXISTS, DIFFERS
  }

  public Creation {
    differences = List.copyOf(differences);
  }

  static Creation created(TopicSpec spec) {
    return new Creation(spec.name(), Result.CREATED, List.of());
  }

  static Creation found(TopicSpec spec, List<Difference> differences) {
    return new Creation(spec.name(), differences.isEmpty() ? Result.EXISTS : Result.DIFFERS, differences);
  }
}
