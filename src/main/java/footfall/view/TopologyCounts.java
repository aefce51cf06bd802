package footfall.view;

import java.util.Map;

/**
 * The state of a running topology in numbers, for metrics: open turns that are listed, records left to restore,
 * restarts of stream threads since the start, and the size of each store in files and memory, over all
 * partitions of this instance.
 */
public record TopologyCounts(int openTurns, long restoreRemaining, long restarts, Map<String, Long> stateBytes) {
    public static final TopologyCounts NONE = new TopologyCounts(0, 0, 0, Map.of());

    public TopologyCounts {
        stateBytes = Map.copyOf(stateBytes);
    }
}
