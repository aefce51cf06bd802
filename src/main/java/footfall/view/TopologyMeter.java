package footfall.view;

import footfall.alert.Alert;
import footfall.line.RejectedBytes;
import footfall.pattern.UsageTally.UsageHours;
import footfall.turn.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Counts the work of a topology, for metrics. Called by stream threads: it returns at once and throws nothing.
 * Work of an aborted transaction is counted again when it is reprocessed.
 */
public interface TopologyMeter {
    TopologyMeter NONE = new TopologyMeter() {};

    /** A record of the topic {@code lines} was processed. */
    default void line() {}

    default void rejected(RejectedBytes.Reason reason) {}

    /** A turn or a revision was emitted, this long after the ingestion of the last line of its trail. */
    default void turn(Turn turn, Duration sinceLastLine) {}

    default void alert(Alert alert) {}

    /**
     * The state of a running topology in numbers, for metrics: open turns that are listed, progress of restoring,
     * restarts of stream threads since the start, the lag of each assigned partition, how long brokers have accepted no
     * commit ({@code stalled}; zero while they do), the size of each store in files and memory, over all partitions of
     * this instance, standbys included, and turns and cost by hour, of the partitions of the tally that it writes.
     */
    record TopologyCounts(
            int openTurns,
            Restored restored,
            long restarts,
            List<Lag> lags,
            Duration stalled,
            Map<String, Long> stateBytes,
            Map<Instant, UsageHours.Sum> hours) {
        public static final TopologyCounts NONE =
                new TopologyCounts(0, new Restored(0, 0, 0), 0, List.of(), Duration.ZERO, Map.of(), Map.of());

        /**
         * {@code remaining}: records left to restore before processing; {@code records}: restored since the start;
         * {@code standbyLag}: offsets that standby stores have yet to read.
         */
        public record Restored(long remaining, long records, long standbyLag) {}

        /** The records of a partition after its committed offset. */
        public record Lag(String topic, int partition, long records) {}

        public TopologyCounts {
            lags = List.copyOf(lags);
            stateBytes = Map.copyOf(stateBytes);
            hours = Map.copyOf(hours);
        }
    }
}
