package footfall.view;

import footfall.pattern.Expired;

/** A shard of some partitions, made for one question. */
public interface PartialShard extends Shard {
    /** What is known after the question. */
    Report report();

    /**
     * {@code unread}: what this instance could not read; {@code stale}: what it read from a standby; {@code expired}:
     * what it had and does not keep any more, null for nothing.
     */
    record Report(Share unread, Share stale, Expired expired) {
        public static final Report COMPLETE = new Report(Share.NONE, Share.NONE, null);
    }
}
