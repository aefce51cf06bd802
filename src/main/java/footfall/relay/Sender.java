package footfall.relay;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** Sends messages, one after the other. */
interface Sender<M> {
    CompletableFuture<HttpPost.Result> send(M message);

    /** The result of a message. Called by the thread of the loop. */
    void finished(Outgoing<M> sent, HttpPost.Result result, Instant now);

    /** A message that was being sent is not any more. */
    void abandoned();

    /** Returns when everything that {@link #finished} wrote is stored: offsets are committed after it. */
    void settle();

    /** Whether the message that is being sent has failed at least once. */
    boolean isRetrying();
}
