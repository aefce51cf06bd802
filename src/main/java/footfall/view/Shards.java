package footfall.view;

import footfall.pattern.Expired;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The shards that together know everything. Asks each of them, some perhaps in parallel and with a deadline. */
public interface Shards {
    <T> Parts<T> ask(Function<Shard, T> question);

    /**
     * The parts that arrived, the instances that did not answer, the partitions answered by a standby, and what expired
     * from the others, null for nothing.
     */
    record Parts<T>(List<T> parts, List<Coverage.Missing> missing, List<Integer> stale, Expired expired) {
        public Parts {
            parts = List.copyOf(parts);
            missing = List.copyOf(missing);
            stale = List.copyOf(stale);
        }
    }

    /** Shards in this process, which always answer. */
    static Shards of(List<Shard> local) {
        return new Shards() {
            @Override
            public <T> Parts<T> ask(Function<Shard, T> question) {
                var parts = new ArrayList<T>();
                local.forEach(shard -> parts.add(question.apply(shard)));
                return new Parts<>(parts, List.of(), List.of(), null);
            }
        };
    }
}
