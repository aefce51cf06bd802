package footfall.view;

import java.time.Duration;
import java.util.OptionalLong;

/** Counts the work of a relay, for metrics. Returns at once and throws nothing. */
public interface RelayMeter {
    RelayMeter NONE = new RelayMeter() {};

    /** A message was delivered, so long after the timestamp of its first record. */
    default void sent(Duration sinceRecord) {}

    default void retried() {}

    /** A record was too old to be sent. */
    default void skipped() {}

    /** A record was sent to the dead-letter topic. */
    default void undelivered(String reason) {}

    /** So many records of the topic are neither delivered nor dropped; empty while that is unknown. */
    default void lag(OptionalLong records) {}

    /** A turn that was exported before was read again. */
    default void revised() {}
}
