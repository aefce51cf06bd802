package footfall.broker;

import java.util.List;

/** The result for one spec: the topic was created, exists as specified, or differs and was not changed. */
public record Creation(String topic, Result result, List<Difference> differences) {
    public enum Result {
        CREATED,
        EXISTS,
        DIFFERS
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
