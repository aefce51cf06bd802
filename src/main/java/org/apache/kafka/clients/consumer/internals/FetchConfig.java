package org.apache.kafka.clients.consumer.internals;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;

/**
 * What a consumer asks of each fetch, in place of Kafka's class of this name, in which no value changes. A record ends
 * the wait of a fetch, so a consumer at rest may wait long; but what was not in a fetch waits for its end, and a
 * consumer that begins with a partition should wait shortly. See
 * topology-docs/develop/decisions/timers-and-commits.md.
 */
public final class FetchConfig {
    /** The property of a consumer that has a {@link Registry}. */
    public static final String REGISTRY = "footfall.fetches";

    public final int minBytes;
    public final int maxBytes;
    public final int fetchSize;
    public final int maxPollRecords;
    public final boolean checkCrcs;
    public final String clientRackId;
    public final IsolationLevel isolationLevel;

    /** Of the next fetch. Any thread may change it. */
    public volatile int maxWaitMs;

    /** Receives what can be changed of the consumers that are created with it, of the protocol {@code classic}. */
    public interface Registry {
        void add(String clientId, FetchConfig fetches);
    }

    /** Called by Kafka's consumers. */
    public FetchConfig(
            int minBytes,
            int maxBytes,
            int maxWaitMs,
            int fetchSize,
            int maxPollRecords,
            boolean checkCrcs,
            String clientRackId,
            IsolationLevel isolationLevel) {
        this.minBytes = minBytes;
        this.maxBytes = maxBytes;
        this.maxWaitMs = maxWaitMs;
        this.fetchSize = fetchSize;
        this.maxPollRecords = maxPollRecords;
        this.checkCrcs = checkCrcs;
        this.clientRackId = clientRackId;
        this.isolationLevel = isolationLevel;
    }

    /** Called by Kafka's consumers. */
    public FetchConfig(ConsumerConfig config) {
        this(
                config.getInt(ConsumerConfig.FETCH_MIN_BYTES_CONFIG),
                config.getInt(ConsumerConfig.FETCH_MAX_BYTES_CONFIG),
                config.getInt(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG),
                config.getInt(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG),
                config.getInt(ConsumerConfig.MAX_POLL_RECORDS_CONFIG),
                config.getBoolean(ConsumerConfig.CHECK_CRCS_CONFIG),
                config.getString(ConsumerConfig.CLIENT_RACK_CONFIG),
                ConsumerUtils.configuredIsolationLevel(config));
        if (config.originals().get(REGISTRY) instanceof Registry registry) {
            registry.add(config.getString(ConsumerConfig.CLIENT_ID_CONFIG), this);
        }
    }
}
