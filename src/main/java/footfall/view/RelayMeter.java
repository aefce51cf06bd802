package footfall.view;

import java.time.Duration;

/** Counts the work of a relay, for metrics. Returns at once and throws nothing. */
public interface RelayMeter {
    RelayMeter NONE = new RelayMeter() {
        @Override
        public void sent(Duration sinceRecord) {}

        @Override
        public void retried() {}

        @Override
        public void skipped() {}

        @Override
        public void undelivered(String reason) {}

        @Override
        public void lag(long records) {}

        @Override
        public void revised() {}
    };

    /** A message was delivered, so long after the timestamp of its first record. */
    void sent(Duration sinceRecord);

    void retried();

    /** A record was too old to be sent. */
    void skipped();

    /** A record was sent to the dead-letter topic. */
    void undelivered(String reason);

    /** So many records of the topic are neither delivered nor dropped. */
    void lag(long records);

    /** A turn that was exported before was read again. */
    void revised();
}
