package footfall.view;

/**
 * A shard of some partitions, made for one question. Says after the question which of them this instance could
 * not read, because they moved, and which it read from a standby.
 */
public interface PartialShard extends Shard {
    Share unread();

    Share stale();
}
