package footfall.view;

import footfall.pattern.Expired;
import footfall.turn.Position;
import java.util.List;
import java.util.stream.Stream;

/**
 * How complete an answer is. {@code missing}: instances that did not answer. {@code stale}: partitions that a
 * standby answered, which may lag behind. {@code reached}: the position at which a scan limit ended the
 * answer, null when it did not. {@code expired}: the time for which the processor had records that it does not keep any
 * more, null when there is none or when the question does not reach it.
 */
public record Coverage(
        boolean complete, List<Missing> missing, List<Integer> stale, Position reached, Expired expired) {
    public static final Coverage COMPLETE = of(List.of(), List.of(), null);

    public Coverage {
        missing = List.copyOf(missing);
        stale = List.copyOf(stale);
    }

    public static Coverage of(List<Missing> missing, List<Integer> stale, Position reached) {
        return new Coverage(missing.isEmpty() && reached == null, missing, stale, reached, null);
    }

    /** Also of what expired. */
    public Coverage without(Expired more) {
        return new Coverage(complete, missing, stale, reached, Expired.merged(expired, more));
    }

    /** An instance that did not answer, its partitions, and why. */
    public record Missing(String instance, List<Integer> partitions, String reason) {
        public Missing {
            partitions = List.copyOf(partitions);
        }
    }

    /** The coverage of an answer that ends before its end. */
    public Coverage incomplete() {
        return new Coverage(false, missing, stale, reached, expired);
    }

    /** The coverage of an answer that two questions make up. */
    public Coverage and(Coverage other) {
        var both = of(
                Stream.concat(missing.stream(), other.missing.stream())
                        .distinct()
                        .toList(),
                Stream.concat(stale.stream(), other.stale.stream())
                        .distinct()
                        .sorted()
                        .toList(),
                Direction.ASC.first(reached, other.reached));
        return both.without(expired).without(other.expired);
    }
}
