package footfall.view;

import footfall.shipper.ListedShipper;
import java.time.Instant;
import java.util.List;

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
}
