package footfall.view;

import footfall.pattern.Expired;
import java.util.List;
import java.util.SortedMap;
import java.util.function.LongSupplier;

/** The instances of a topology, and the partitions of the stores that each of them has. Thread-safe. */
public interface Instances {
    /** A copy of a partition of a store. {@code instance}: host and port, or {@link #HERE} for this process. */
    record Replica(String instance, boolean isStandby) {
        public boolean isHere() {
            return instance.equals(HERE);
        }
    }

    String HERE = "";

    /** The address of this instance; {@link #HERE} when it has none for others. */
    String name();

    /** The replicas of each partition of a store, the active one first; none while nobody has it. */
    SortedMap<Integer, List<Replica>> replicas(StoreKind store);

    /**
     * For one question to partitions of this process. {@code left}: the nanoseconds for scans; without any, a scan
     * ends as at its scan limit.
     */
    PartialShard here(Share share, LongSupplier left);

    /** A shard of some partitions, made for one question. */
    interface PartialShard extends Shard {
        /** What is known after the question. */
        Report report();

        /**
         * {@code unread}: what this instance could not read; {@code stale}: what it read from a standby; {@code
         * expired}: what it had and does not keep any more, null for nothing.
         */
        record Report(Share unread, Share stale, Expired expired) {
            public static final Report COMPLETE = new Report(Share.NONE, Share.NONE, null);
        }
    }
}
