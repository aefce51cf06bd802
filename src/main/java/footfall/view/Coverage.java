package footfall.view;

import footfall.turn.Position;
import java.util.List;
import java.util.stream.Stream;

/**
 * How complete an answer is. {@code missing}: instances that did not answer. {@code stale}: partitions that a
 * standby answered, which may lag behind. {@code reached}: the position at which a scan limit ended the
 * answer, null when it did not.
 */
public record Coverage(boolean complete, List<Missing> missing, List<Integer> stale, Position reached) {
    public static final Coverage COMPLETE = of(List.of(), List.of(), null);

    public Coverage {
        missing = List.copyOf(missing);
        stale = List.copyOf(stale);
    }

    public static Coverage of(List<Missing> missing, List<Integer> stale, Position reached) {
        return new Coverage(missing.isEmpty() && reached == null, missing, stale, reached);
    }

    /** An instance that did not answer, its partitions, and why. */
    public record Missing(String instance, List<Integer> partitions, String reason) {
        public Missing {
            partitions = List.copyOf(partitions);
        }
    }

    /** The coverage of an answer that ends before its end. */
    public Coverage incomplete() {
        return new Coverage(false, missing, stale, reached);
    }

    /** The coverage of an answer that two questions make up. */
    public Coverage and(Coverage other) {
        return of(
                Stream.concat(missing.stream(), other.missing.stream())
                        .distinct()
                        .toList(),
                Stream.concat(stale.stream(), other.stale.stream())
                        .distinct()
                        .sorted()
                        .toList(),
                Direction.ASC.first(reached, other.reached));
    }
}
