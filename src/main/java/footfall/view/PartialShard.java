package footfall.view;

/** A shard of some partitions, made for one question. */
public interface PartialShard extends Shard {
    /** What is known after the question. */
    Report report();

    /** {@code unread}: what this instance could not read; {@code stale}: what it read from a standby. */
    record Report(Share unread, Share stale) {
        public static final Report COMPLETE = new Report(Share.NONE, Share.NONE);
    }
}
