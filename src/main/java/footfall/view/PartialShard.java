package footfall.view;

/**
 * A shard of some partitions, made for one question. Says after the question which of them this instance could
 * not read, because they moved, and which it read from a standby.
 */
public abstract class PartialShard implements Shard {
    protected Share unread = Share.NONE;
    protected Share stale = Share.NONE;

    public Share unread() {
        return unread;
    }

    public Share stale() {
        return stale;
    }
}
