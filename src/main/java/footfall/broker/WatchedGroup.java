package footfall.broker;

/** A consumer group whose rebalances can be ended, by a client that is open until closed. */
interface WatchedGroup extends AutoCloseable {
    /** Whether the group waits for members to join. */
    boolean isRebalancing();

    /** Removes all members. */
    void remove();

    @Override
    void close();
}
