package footfall.view;

import footfall.desire.AppliedRemedy;
import footfall.shipper.ListedShipper;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The shippers that send to a processor. Thread-safe. */
public interface Shippers {
    /** For a processor that knows of none. */
    Shippers NONE = now -> List.of();

    /**
     * All of them as of a time, the most urgent first.
     *
     * @throws ShippersUnknown when they cannot be read
     */
    List<ListedShipper> list(Instant now);

    /**
     * The remedies that they report, the latest first.
     *
     * @throws ShippersUnknown when they cannot be read
     */
    default List<AppliedRemedy> remedies() {
        return List.of();
    }

    /**
     * The state of a shipper in numbers, for metrics. {@code filesBehind} and {@code bytesBehind} are not
     * acknowledged yet; {@code lines} and {@code rejected}, by reason, count since the start. {@code checkpointAge}
     * is that of this part before its first checkpoint. {@code isWaiting}: the broker is unreachable.
     */
    record ShipperCounts(
            int files,
            int filesBehind,
            long bytesBehind,
            int unreadable,
            long lines,
            Map<String, Long> rejected,
            Duration checkpointAge,
            boolean isWaiting) {
        public static final ShipperCounts NONE = new ShipperCounts(0, 0, 0, 0, 0, Map.of(), Duration.ZERO, false);

        public ShipperCounts {
            rejected = Map.copyOf(rejected);
        }
    }

    /** The shippers cannot be read; the message says why and what to do. */
    final class ShippersUnknown extends RuntimeException {
        private final boolean isWithoutTopic;

        private ShippersUnknown(String message, Throwable cause, boolean isWithoutTopic) {
            super(message, cause);
            this.isWithoutTopic = isWithoutTopic;
        }

        public ShippersUnknown(String message, Throwable cause) {
            this(message, cause, false);
        }

        public static ShippersUnknown withoutTopic(String topic) {
            return new ShippersUnknown(
                    "the cluster has no topic " + topic
                            + "; run 'footfall topics create' with the same --bootstrap-servers, --config and --set "
                            + "as the processor",
                    null,
                    true);
        }

        /** Whether no shipper has ever reported, because the topic does not exist. */
        public boolean isWithoutTopic() {
            return isWithoutTopic;
        }
    }
}
