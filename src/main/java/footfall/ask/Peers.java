package footfall.ask;

import footfall.view.Instances.PartialShard;
import footfall.view.Share;
import java.time.Duration;

/** The other instances. */
public interface Peers {
    /** Some partitions of an instance, by its host and port, for one question that must be answered in time. */
    PartialShard at(String instance, Share share, Duration within);

    /** Another instance did not answer; the message says why, in a few words. */
    static final class PeerFailed extends RuntimeException {
        PeerFailed(String reason) {
            super(reason, null, false, false);
        }
    }
}
