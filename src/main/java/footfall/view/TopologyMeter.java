package footfall.view;

import footfall.alert.Alert;
import footfall.line.RejectedBytes;
import footfall.turn.Turn;
import java.time.Duration;

/**
 * Counts the work of a topology, for metrics. Called by stream threads: it returns at once and throws nothing.
 * Work of an aborted transaction is counted again when it is reprocessed.
 */
public interface TopologyMeter {
    TopologyMeter NONE = new TopologyMeter() {
        @Override
        public void line() {}

        @Override
        public void rejected(RejectedBytes.Reason reason) {}

        @Override
        public void turn(Turn turn, Duration sinceLastLine) {}

        @Override
        public void alert(Alert alert) {}
    };

    /** A record of the topic {@code lines} was processed. */
    void line();

    void rejected(RejectedBytes.Reason reason);

    /** A turn or a revision was emitted, this long after the ingestion of the last line of its trail. */
    void turn(Turn turn, Duration sinceLastLine);

    void alert(Alert alert);
}
