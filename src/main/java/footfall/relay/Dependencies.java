package footfall.relay;

import footfall.view.RelayMeter;
import java.time.Clock;
import java.util.function.Consumer;

/** What a relay uses. {@code listener} receives the result of each message. */
public record Dependencies(RelayMeter meter, Consumer<Delivery> listener, Clock clock) {}
